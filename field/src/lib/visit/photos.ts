import type { ManifestPhoto, PhotoSubject } from '@doorstep/contract/visits/manifest';
import { useEffect, useState } from 'react';
import { describeOriginal } from '../capture/describe-original.ts';
import { writeExif } from '../capture/exif.ts';
import { shrink } from '../capture/shrink.ts';
import { announce } from '../db/announce.ts';
import { database } from '../db/database.ts';
import { decryptBytes, encryptBytes } from '../db/encrypted.ts';
import { openKey, reportUnlessLocked } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import { ageOf, findPlaceOfPhoto, nearestTo } from '../place/place-of-photo.ts';
import { fixesAtDoor, withPhotoFix } from '../place/place-of-visit.ts';
import { changeDraft, type Draft, readDraft } from './draft.ts';

/** A picture that was taken, where it comes from, what it shows, and by its sum the photo whose place it takes. */
export interface Taken {
  picture: Blob;
  source: ManifestPhoto['source'];
  shows: PhotoSubject;
  replaces?: string | undefined;
}

/**
 * Shrinks a picture, writes time and place into it and keeps it with the visit; done once it is on the phone, after 5 s at most
 * for the place. Rejects where the picture can't be read, where the visit is finished already, and with a QuotaExceededError
 * where the phone is full. Meanwhile the visit can't be finished: it would go without this photo.
 */
export const addPhoto = (visitId: string, taken: Taken): Promise<ManifestPhoto> =>
  navigator.locks.request(photosLock(visitId), { mode: 'shared' }, () => add(visitId, taken));

/** Held by each photo that is being kept; finishing the visit waits for all of them. */
export const photosLock = (visitId: string) => `doorstep-field-photos-${visitId}`;

async function add(visitId: string, taken: Taken): Promise<ManifestPhoto> {
  const { picture, source, shows, replaces } = taken;
  // The lock may be closed before the photo is kept: the phone may lie in a pocket meanwhile.
  const key = openKey();
  const mono_ms = Math.round(performance.now());
  const now = { at: Date.now(), mono_ms };
  // A picture from the phone's files was taken at another time, and nobody knows where.
  const isOld = source === 'file' && picture instanceof File;
  const takenAt = isOld ? new Date(picture.lastModified) : new Date();
  const looking = isOld ? null : findPlaceOfPhoto();
  const { jpeg, width, height, before } = await shrink(picture);
  const original = picture instanceof File ? await describeOriginal(picture, before) : undefined;
  const found = await looking;
  const fix = looking && (found ?? (await nearestFix(visitId, now, key)));
  const bytes = writeExif(jpeg, { takenAt, fix });
  const photo: ManifestPhoto = {
    sha256: hex(await crypto.subtle.digest('SHA-256', bytes)),
    bytes: bytes.length,
    width,
    height,
    captured_at: momentOf(takenAt),
    mono_ms,
    fix,
    fix_age_ms: fix && ageOf(fix, now),
    source,
    shows,
    ...(original && { original }),
  };
  const stored = { visitId, sha256: photo.sha256, encrypted: await encryptBytes(key, bytes) };
  const trx = (await database()).transaction('photos', 'readwrite', { durability: 'strict' });
  await trx.store.put(stored);
  await trx.done;
  const withPhoto = (draft: Draft): Draft => ({
    ...(found ? withPhotoFix(draft, found) : draft),
    photos: [
      ...draft.photos.filter(({ sha256 }) => sha256 !== photo.sha256 && sha256 !== replaces),
      photo,
    ],
  });
  const changed = await changeDraft(visitId, withPhoto, key);
  if (!changed) {
    await deleteBytes(visitId, photo.sha256);
    throw new Error('This visit is finished already.');
  }
  if (replaces) await deleteBytes(visitId, replaces);
  announce('photos');
  return photo;
}

/** The nearest in time since the agent last confirmed being at the door: an earlier one may be of another place. */
async function nearestFix(visitId: string, now: Parameters<typeof nearestTo>[0], key: CryptoKey) {
  const draft = await readDraft(visitId, key);
  return nearestTo(now, draft ? fixesAtDoor(draft) : []);
}

const hex = (digest: ArrayBuffer) =>
  [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export async function removePhoto(visitId: string, sha256: string): Promise<void> {
  const changed = await changeDraft(visitId, (draft) => ({
    ...draft,
    photos: draft.photos.filter((photo) => photo.sha256 !== sha256),
  }));
  // Finished meanwhile: the photo is of the queue now, which sends nothing without it.
  if (!changed) return;
  await deleteBytes(visitId, sha256);
  announce('photos');
}

/** Of a photo that no draft names: if it fails, nothing but room is lost, until the visit is finished. */
const deleteBytes = async (visitId: string, sha256: string) =>
  (await database()).delete('photos', [visitId, sha256]).catch(reportError);

/** An address for an `<img>` of an open visit's photo; undefined until it was read. */
export function usePhotoUrl(visitId: string, sha256: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    let made: string | undefined;
    let isOver = false;
    void readPhoto(visitId, sha256).then(
      (bytes) => {
        if (!bytes || isOver) return;
        made = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
        setUrl(made);
      },
      (error: unknown) => {
        if (!isOver) reportUnlessLocked(error);
      },
    );
    return () => {
      isOver = true;
      if (made) URL.revokeObjectURL(made);
    };
  }, [visitId, sha256]);
  return url;
}

/** The bytes of an open visit's photo. */
export async function readPhoto(visitId: string, sha256: string): Promise<ArrayBuffer | undefined> {
  const stored = await (await database()).get('photos', [visitId, sha256]);
  return stored?.encrypted && decryptBytes(openKey(), stored.encrypted);
}
