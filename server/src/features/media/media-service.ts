import type { Db } from '../../db/connection.ts';
import type { Platform } from '../../platform.ts';
import { notFound, Problem, unavailable } from '../../problems.ts';
import { BlobMissing } from '../../storage/blob-store.ts';
import { type Media, readMediaLink } from '../../storage/media-links.ts';
import { pictureKey } from '../../storage/photo-keys.ts';
import { recognisePhoto } from '../../storage/photo-kind.ts';
import { findIdentityImage, findPhoto } from './media-store.ts';

/** Who wants to see a picture. */
export interface Viewer {
  id: number;
  isAdmin: boolean;
  isSuperadmin: boolean;
}

/** Reads a signed link; one that we did not sign leads nowhere, an old one says so. */
export function followLink({ secret }: Platform, url: string, now = new Date()): Media {
  const media = readMediaLink(secret, url, now);
  if (media === 'expired') {
    throw new Problem(410, 'This link to a picture is out of date. Please open the record again.', {
      code: 'link_expired',
    });
  }
  if (typeof media === 'string') throw notFound('Picture');
  return media;
}

/** A picture's bytes and type. To whom it may not be shown, it does not exist. */
export async function openPicture(
  { db, photos }: Platform,
  viewer: Viewer,
  { kind, id, size }: Media,
): Promise<{ bytes: Uint8Array; type: string }> {
  if (!(await mayView(db, viewer, kind, id))) throw notFound('Picture');
  try {
    const bytes = await photos.get(pictureKey(kind, id, size));
    return { bytes, type: recognisePhoto(bytes) ?? 'application/octet-stream' };
  } catch (error) {
    if (error instanceof BlobMissing) throw notFound('Picture');
    throw unavailable('Pictures are briefly unavailable. Please try again.', error);
  }
}

async function mayView(db: Db, viewer: Viewer, kind: Media['kind'], id: string): Promise<boolean> {
  if (!isUuid(id)) return false;
  if (kind === 'photo') {
    const photo = await findPhoto(db, id);
    return photo !== undefined && (viewer.isAdmin || photo.agent_id === viewer.id);
  }
  const image = await findIdentityImage(db, id);
  if (!image || !viewer.isAdmin) return false;
  return image.kind !== 'aadhaar' || viewer.isSuperadmin;
}

const isUuid = (id: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
