import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import type { Frame } from '../capture/crop-frame.ts';
import { writeExif } from '../capture/exif.ts';
import { cutOut } from '../capture/shrink.ts';
import { openKey } from '../lock/lock.ts';
import { readDraft } from './draft.ts';
import { storeFile } from './files.ts';
import { addToDraft, photosLock, readPhoto } from './photos.ts';

/**
 * Crops a photo of an open visit to a frame. The cropped photo replaces the photo and has the same time and
 * place. Rejects if the visit is finished or the photo is deleted, or with a QuotaExceededError if the phone
 * is full. If cropping fails, the photo stays unchanged.
 */
export const cropPhoto = (visitId: string, sha256: string, frame: Frame): Promise<ManifestPhoto> =>
  navigator.locks.request(photosLock(visitId), { mode: 'shared' }, () =>
    crop(visitId, sha256, frame),
  );

async function crop(visitId: string, sha256: string, frame: Frame): Promise<ManifestPhoto> {
  // Gets the key now, because the app may be locked before the cropped photo is stored.
  const key = openKey();
  const [draft, whole] = await Promise.all([readDraft(visitId, key), readPhoto(visitId, sha256)]);
  const before = draft?.photos.find((photo) => photo.sha256 === sha256);
  if (!before || !whole) throw new Error('This photo is gone.');
  const { jpeg, width, height } = await cutOut(whole, frame);
  const bytes = writeExif(jpeg, { takenAt: new Date(before.captured_at), fix: before.fix });
  const cropped: ManifestPhoto = {
    ...before,
    sha256: await storeFile(visitId, bytes, key),
    bytes: bytes.length,
    width,
    height,
    cropped_from: before.cropped_from ?? { width: before.width, height: before.height },
  };
  await addToDraft(visitId, cropped.sha256, {
    withPhoto: (now) => ({
      ...now,
      photos: now.photos.map((photo) => (photo.sha256 === sha256 ? cropped : photo)),
    }),
    key,
    replaces: sha256,
  });
  return cropped;
}
