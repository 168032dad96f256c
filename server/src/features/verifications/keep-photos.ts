import { randomUUID } from 'node:crypto';
import type { Platform } from '../../platform.ts';
import { unavailable } from '../../problems.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { pictureFiles, pictureKey } from '../../storage/photo-keys.ts';
import { type PreparedPhoto, preparePhoto } from '../../storage/prepare-photo.ts';

/** A photo whose files are stored; a row may name it now. */
export interface KeptPhoto extends Omit<PreparedPhoto, 'sizes'> {
  id: string;
  bytes: number;
}

/** Judges a photo and stores it with its sizes, all of them or none. Throws `PhotoRefused`. */
export async function keepPhoto(
  { photos, config }: Platform,
  bytes: Uint8Array,
): Promise<KeptPhoto> {
  const { sizes, ...prepared } = await preparePhoto(bytes, { timeZone: config.timeZone });
  const id = randomUUID();
  const files = { original: bytes, ...sizes };
  const puts = await Promise.allSettled(
    pictureFiles.map((file) => photos.put(pictureKey('photo', id, file), files[file])),
  );
  const failed = puts.find((put) => put.status === 'rejected');
  if (failed) {
    await dropPhotos(photos, [{ id }]);
    throw unavailable(
      'The photos cannot be stored at the moment. Please try again.',
      failed.reason,
    );
  }
  return { ...prepared, id, bytes: bytes.length };
}

/** Deletes the files of photos that no row names. What can't be deleted now is left behind, harmless. */
export async function dropPhotos(store: BlobStore, photos: { id: string }[]): Promise<void> {
  await Promise.allSettled(
    photos.flatMap(({ id }) =>
      pictureFiles.map((file) => store.delete(pictureKey('photo', id, file))),
    ),
  );
}
