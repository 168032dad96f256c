import { BlobDamaged, BlobMissing, type BlobStore } from './blob-store.ts';

/** Returns the bytes of a key; undefined if the blob is missing or damaged. */
export async function findBlob(store: BlobStore, key: string): Promise<Uint8Array | undefined> {
  try {
    return await store.get(key);
  } catch (error) {
    if (error instanceof BlobMissing || error instanceof BlobDamaged) return undefined;
    throw error;
  }
}
