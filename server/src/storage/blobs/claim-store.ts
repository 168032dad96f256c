import { createHash } from 'node:crypto';
import { BlobExists, type BlobStore } from './blob-store.ts';

export const markKey = 'installation';

/**
 * Marks a store as belonging to the database with this secret. Returns false if the store belongs to
 * another database.
 */
export async function claimStore(photos: BlobStore, secret: Uint8Array): Promise<boolean> {
  const mark = createHash('sha256').update('doorstep installation').update(secret).digest();
  try {
    await photos.put(markKey, mark);
    return true;
  } catch (error) {
    if (error instanceof BlobExists) return false;
    throw error;
  }
}

/** Runs before files are deleted. Throws if the store belongs to another database. */
export async function rejectForeignStore(photos: BlobStore, secret: Uint8Array): Promise<void> {
  if (await claimStore(photos, secret)) return;
  throw new Error(
    'The photo store belongs to another database, so nothing is deleted: check DATA_DIR or S3_BUCKET and S3_PREFIX',
  );
}
