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
