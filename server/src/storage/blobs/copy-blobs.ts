import { BlobDamaged, BlobMissing, type BlobStore } from './blob-store.ts';
import { findBlob } from './find-blob.ts';

/**
 * Copies the contents of one store to another and reads each copy back. Returns a key in `damaged` if its
 * bytes can't be read, or if the other store has different bytes under this key. The copy can be repeated,
 * also while a server uses the old store.
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  report: (copied: number) => void,
): Promise<{ copied: number; there: number; damaged: string[] }> {
  let [copied, there] = [0, 0];
  const damaged: string[] = [];
  for await (const { key } of from.list('')) {
    const outcome = await copyBlob(from, to, key);
    if (outcome === 'copied') {
      copied += 1;
      if (copied % 1000 === 0) report(copied);
    } else if (outcome === 'there') there += 1;
    else if (outcome === 'damaged') damaged.push(key);
  }
  return { copied, there, damaged };
}

async function copyBlob(from: BlobStore, to: BlobStore, key: string) {
  try {
    const bytes = await from.get(key);
    const isThere = await to.exists(key);
    if (!isThere) await to.put(key, bytes);
    if (!(await holds(to, key, bytes)) && !(await holds(to, key, bytes))) return 'damaged';
    return isThere ? 'there' : 'copied';
  } catch (error) {
    // The blob was deleted after it was listed.
    if (error instanceof BlobMissing) return 'gone';
    if (error instanceof BlobDamaged) return 'damaged';
    throw error;
  }
}

/**
 * Whether a store has a blob with these bytes. Callers check twice, because some stores briefly return only
 * a part of a new blob.
 */
async function holds(store: BlobStore, key: string, bytes: Uint8Array): Promise<boolean> {
  const found = await findBlob(store, key);
  return found !== undefined && Buffer.from(bytes).equals(found);
}

export async function deleteCopied(from: BlobStore, to: BlobStore): Promise<number> {
  let deleted = 0;
  for await (const { key } of from.list('')) {
    const [old, copy] = await Promise.allSettled([from.get(key), to.get(key)]);
    if (old.status === 'rejected' || copy.status === 'rejected') continue;
    if (!Buffer.from(old.value).equals(copy.value)) continue;
    await from.delete(key);
    deleted += 1;
  }
  return deleted;
}
