import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertBlobKey, BlobMissing, type BlobStore } from './blob-store.ts';

const abandonedAfter = 60 * 60 * 1000;

/** A store in a folder of its own, made if need be, private to the user the server runs as. */
export function localBlobStore(folder: string): BlobStore {
  const incoming = join(folder, 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  sweepAbandoned(incoming);

  // 256 shards keep folders small; '+' can't occur in a key, so no two keys share a file name.
  const fileOf = (key: string) => {
    assertBlobKey(key);
    const shard = createHash('sha256').update(key).digest('hex').slice(0, 2);
    return join(folder, shard, key.replaceAll('/', '+'));
  };

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const partial = join(incoming, randomUUID());
      try {
        await writeDurably(partial, bytes);
        if (await mkdir(dirname(file), { recursive: true, mode: 0o700 })) await syncFolder(folder);
        await rename(partial, file);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await syncFolder(dirname(file));
    },

    async get(key) {
      try {
        return await readFile(fileOf(key));
      } catch (error) {
        throw isMissing(error) ? new BlobMissing(key) : error;
      }
    },

    async delete(key) {
      const file = fileOf(key);
      try {
        await rm(file);
      } catch (error) {
        if (isMissing(error)) return;
        throw error;
      }
      await syncFolder(dirname(file));
    },

    async exists(key) {
      try {
        await access(fileOf(key));
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
  };
}

async function writeDurably(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new or removed name in the folder survive a power cut. */
async function syncFolder(path: string) {
  // Windows can't open a folder for this; its file system journals names by itself.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Removes what a killed server left half written; young files may belong to another process that is still writing. */
function sweepAbandoned(incoming: string) {
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - written > abandonedAfter) rmSync(path, { force: true });
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
