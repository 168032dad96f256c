import { hash } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Db } from '../../db/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { notFound, orNotFound, Problem, unavailable } from '../../problems.ts';
import { BlobDamaged, BlobMissing } from '../../storage/blobs/blob-store.ts';
import { type Media, readMediaLink } from '../../storage/photos/media-links.ts';
import { pictureKey } from '../../storage/photos/photo-keys.ts';
import { recognisePhoto } from '../../storage/photos/photo-kind.ts';
import { findIdentityImage, findPhoto } from './media-store.ts';

export interface Viewer {
  id: number;
  isAdmin: boolean;
  isSuperadmin: boolean;
}

export function followLink({ secret }: Platform, url: string, now = new Date()): Media {
  const media = readMediaLink(secret, url, now);
  if (media === 'expired') {
    throw new Problem(410, 'This link to a picture has expired. Please open the record again.', {
      code: 'link_expired',
    });
  }
  if (typeof media === 'string') throw notFound('Picture');
  return media;
}

export async function openPicture(
  { db, photos }: Platform,
  viewer: Viewer,
  { kind, id, size }: Media,
): Promise<{ bytes: Uint8Array; type: string }> {
  const known = orNotFound(await findVisible(db, viewer, kind, id), 'Picture');
  const key = pictureKey(kind, id, size);
  try {
    const bytes = await photos.get(key);
    const type = recognisePhoto(bytes);
    const isWhole =
      size !== 'original' || !known.sha256 || known.sha256.equals(hash('sha256', bytes, 'buffer'));
    if (!type || !isWhole) throw new BlobDamaged(key);
    return { bytes, type };
  } catch (error) {
    if (error instanceof BlobMissing) throw notFound('Picture');
    if (error instanceof BlobDamaged) throw damaged(error);
    throw unavailable('Pictures are briefly unavailable. Please try again.', error);
  }
}

const damagedPhotos = new Counter({
  name: 'doorstep_photos_damaged_total',
  help: 'Requested pictures whose bytes have changed since they were stored',
});

/** The cause contains the file's key. The log needs the key, because an operator must check the storage. */
function damaged(cause: BlobDamaged): Problem {
  damagedPhotos.inc();
  return new Problem(500, 'This photo is damaged in storage and is not shown.', {
    code: 'photo_damaged',
    cause,
  });
}

async function findVisible(
  db: Db,
  viewer: Viewer,
  kind: Media['kind'],
  id: string,
): Promise<{ sha256: Buffer | null } | undefined> {
  if (!isUuid(id)) return undefined;
  if (kind === 'photo') {
    const photo = await findPhoto(db, id);
    return photo && (viewer.isAdmin || photo.agent_id === viewer.id) ? photo : undefined;
  }
  const image = await findIdentityImage(db, id);
  if (!image || !viewer.isAdmin) return undefined;
  return image.kind !== 'aadhaar' || viewer.isSuperadmin ? { sha256: null } : undefined;
}

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
