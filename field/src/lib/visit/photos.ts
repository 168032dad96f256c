import type { ManifestPhoto, PhotoSubject } from '@doorstep/contract/visits/manifest';
import { useEffect, useState } from 'react';
import { describeOriginal } from '../capture/describe-original.ts';
import { writeExif } from '../capture/exif.ts';
import { shrink } from '../capture/shrink.ts';
import { announce } from '../db/announce.ts';
import { database } from '../db/database.ts';
import { decryptBytes } from '../db/encrypted.ts';
import { openKey, reportUnlessLocked } from '../lock/lock.ts';
import { momentOf } from '../moment.ts';
import { fixesAtDoor } from '../place/best-fix.ts';
import { ageOf, findPlaceOfPhoto, nearestTo } from '../place/place-of-photo.ts';
import { withPhotoFix } from '../place/place-of-visit.ts';
import { changeDraft, type Draft, readDraft } from './draft.ts';
import { deleteFile, storeFile } from './files.ts';
import { dismissAdviceOn } from './photo-advice.ts';

export interface Taken {
  picture: Blob;
  source: ManifestPhoto['source'];
  shows: PhotoSubject;
  /**
   * The hash of the photo that this picture replaces, or a promise of the hash if that photo is still being
   * stored.
   */
  replaces?: string | Promise<string | undefined> | undefined;
  /** Called with the shrunk photo, without waiting until the phone has found the place. */
  onShrunk?: ((jpeg: Uint8Array) => void) | undefined;
}

/**
 * Shrinks a picture, writes time and place into it and stores it with the visit. Waits at most 5 s for the
 * place. Rejects if the picture can't be read or the visit is already finished, or with a
 * QuotaExceededError if the phone is full.
 */
export const addPhoto = (visitId: string, taken: Taken): Promise<ManifestPhoto> =>
  navigator.locks.request(photosLock(visitId), { mode: 'shared' }, () => add(visitId, taken));

/**
 * Returns the name of the lock of a visit's photos. Storing a photo takes the lock shared. Finishing the
 * visit takes the lock exclusively, so that the visit does not miss a photo that is still being stored.
 */
export const photosLock = (visitId: string) => `doorstep-field-photos-${visitId}`;

async function add(visitId: string, taken: Taken): Promise<ManifestPhoto> {
  const { picture, source, shows, onShrunk } = taken;
  // Gets the key now, because the app may be locked before the photo is stored, for example in a pocket.
  const key = openKey();
  const mono_ms = Math.round(performance.now());
  const now = { at: Date.now(), mono_ms };
  // A picture from the phone's files was taken at another time and an unknown place.
  const isOld = source === 'file' && picture instanceof File;
  const takenAt = isOld ? new Date(picture.lastModified) : new Date();
  const looking = isOld ? null : findPlaceOfPhoto();
  const { jpeg, width, height, before } = await shrink(picture);
  onShrunk?.(jpeg);
  const original = picture instanceof File ? await describeOriginal(picture, before) : undefined;
  const found = await looking;
  const replaces = await taken.replaces;
  const fix = looking && (found ?? (await nearestFix(visitId, now, key)));
  const bytes = writeExif(jpeg, { takenAt, fix });
  const photo: ManifestPhoto = {
    sha256: await storeFile(visitId, bytes, key),
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
  const withPhoto = (draft: Draft): Draft => ({
    ...(found ? withPhotoFix(draft, found) : draft),
    photos: [
      ...draft.photos.filter(({ sha256 }) => sha256 !== photo.sha256 && sha256 !== replaces),
      photo,
    ],
  });
  await addToDraft(visitId, photo.sha256, { withPhoto, key, replaces });
  return photo;
}

interface Adding {
  withPhoto: (draft: Draft) => Draft;
  key: CryptoKey;
  replaces: string | undefined;
}

/** Deletes the replaced photo last, so that one photo is left if the browser stops before the end. */
export async function addToDraft(
  visitId: string,
  sha256: string,
  { withPhoto, key, replaces }: Adding,
): Promise<void> {
  const changed = await changeDraft(visitId, withPhoto, key);
  if (!changed) {
    await deleteFile(visitId, sha256);
    throw new Error('This visit is finished already.');
  }
  if (replaces) {
    dismissAdviceOn(replaces);
    await deleteFile(visitId, replaces);
  }
  announce('photos');
}

/**
 * Returns the GPS fix nearest in time to the photo. Ignores fixes from before the agent last confirmed being
 * at the door, because they may be of another place.
 */
async function nearestFix(visitId: string, now: Parameters<typeof nearestTo>[0], key: CryptoKey) {
  const draft = await readDraft(visitId, key);
  return nearestTo(now, draft ? fixesAtDoor(draft) : []);
}

export async function removePhoto(visitId: string, sha256: string): Promise<void> {
  const changed = await changeDraft(visitId, (draft) => ({
    ...draft,
    photos: draft.photos.filter((photo) => photo.sha256 !== sha256),
  }));
  // The visit is finished, so its photos are in the queue and must stay there.
  if (!changed) return;
  dismissAdviceOn(sha256);
  await deleteFile(visitId, sha256);
  announce('photos');
}

/** Returns an `<img>` address for a photo of an open visit. Undefined until read. */
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

/** Returns undefined if there is no such photo, or if its visit is finished. */
export async function readPhoto(visitId: string, sha256: string): Promise<ArrayBuffer | undefined> {
  const stored = await (await database()).get('photos', [visitId, sha256]);
  return stored?.encrypted && decryptBytes(openKey(), stored.encrypted);
}
