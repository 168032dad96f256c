import { randomUUID } from 'node:crypto';
import { unavailable } from '../../problems.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { pictureFiles, pictureKey } from './photo-keys.ts';
import { type PreparedPhoto, preparePhoto } from './prepare-photo.ts';

export interface SavedPhoto extends Omit<PreparedPhoto, 'sizes'> {
  id: string;
  bytes: number;
}

/** Checks a photo and stores it with all its sizes, or stores nothing. Throws `PhotoRejected`. */
export async function savePhoto(
  { photos, timeZone }: { photos: BlobStore; timeZone: string },
  bytes: Uint8Array,
): Promise<SavedPhoto> {
  const { sizes, ...prepared } = await preparePhoto(bytes, { timeZone });
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

const leftovers = new WeakMap<BlobStore, Set<string>>();

/**
 * Deletes the files of photos to which no row will ever refer. A later sweep deletes files that can't be
 * deleted now.
 */
export async function dropPhotos(store: BlobStore, photos: { id: string }[]): Promise<void> {
  const drop = async ({ id }: { id: string }) => {
    const deletions = pictureFiles.map((file) => store.delete(pictureKey('photo', id, file)));
    const ends = await Promise.allSettled(deletions);
    if (ends.every(({ status }) => status === 'fulfilled')) return;
    leftovers.set(store, (leftovers.get(store) ?? new Set()).add(id));
  };
  await Promise.all(photos.map(drop));
}

export async function sweepLeftovers(photos: BlobStore): Promise<void> {
  const left = [...(leftovers.get(photos) ?? [])];
  leftovers.delete(photos);
  await dropPhotos(
    photos,
    left.map((id) => ({ id })),
  );
}
