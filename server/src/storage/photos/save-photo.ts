import { randomUUID } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';
import { unavailable } from '../../problems.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import { pictureFiles, pictureKey } from './photo-keys.ts';
import { type PreparedPhoto, preparePhoto } from './prepare-photo.ts';

/** A photo whose files are stored; a row may name it now. */
export interface SavedPhoto extends Omit<PreparedPhoto, 'sizes'> {
  id: string;
  bytes: number;
}

/** Judges a photo and stores it with its sizes, all of them or none. Throws `PhotoRefused`. */
export async function savePhoto(
  { photos, config }: Platform,
  bytes: Uint8Array,
): Promise<SavedPhoto> {
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

/** Photos of failed submissions whose files may still be there, by their store. */
const leftovers = new WeakMap<BlobStore, Set<string>>();

/** Leaves the files of photos to {@link sweepLeftovers}. */
export function leavePhotos(store: BlobStore, photos: { id: string }[]): void {
  const left = leftovers.get(store) ?? new Set();
  leftovers.set(store, left);
  for (const { id } of photos) left.add(id);
}

/** Deletes the files of photos that no row names; later what can't be deleted now. */
export async function dropPhotos(store: BlobStore, photos: { id: string }[]): Promise<void> {
  const drop = async (photo: { id: string }) => {
    const deletions = pictureFiles.map((file) => store.delete(pictureKey('photo', photo.id, file)));
    const ends = await Promise.allSettled(deletions);
    if (ends.some(({ status }) => status === 'rejected')) leavePhotos(store, [photo]);
  };
  await Promise.all(photos.map(drop));
}

/** Deletes what failed submissions left, unless a row names it after all, as `findNamed` says of so many ids. */
export async function sweepLeftovers(
  photos: BlobStore,
  findNamed: (ids: string[]) => Promise<Set<string>>,
): Promise<void> {
  const left = [...(leftovers.get(photos) ?? [])];
  if (left.length === 0) return;
  const named = await findNamed(left);
  leftovers.delete(photos);
  await dropPhotos(
    photos,
    left.filter((id) => !named.has(id)).map((id) => ({ id })),
  );
}
