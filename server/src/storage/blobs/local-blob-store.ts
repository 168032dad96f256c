import { hash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { access, link, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertBlobKey, BlobExists, BlobMissing, type BlobStore } from './blob-store.ts';
import { sweepAbandoned } from './sweep-abandoned.ts';

/** Returns a store in its own folder, which only the server's user can read. Creates the folder. */
export function localBlobStore(folder: string): BlobStore {
  const incoming = join(folder, 'incoming');
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  sweepAbandoned(incoming);

  // The files are spread over 256 folders, so that each folder stays small. A key contains no '+', so no
  // two keys share a file name.
  const fileOf = (key: string) => {
    assertBlobKey(key);
    const shard = hash('sha256', key).slice(0, 2);
    return join(folder, shard, key.replaceAll('/', '+'));
  };

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const partial = join(incoming, randomUUID());
      try {
        await writeDurably(partial, bytes);
        if (await mkdir(dirname(file), { recursive: true, mode: 0o700 })) await syncFolder(folder);
        // Makes a link instead of a rename, because a link never replaces an existing file.
        await link(partial, file);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
        if (!(await readFile(file)).equals(bytes)) throw new BlobExists(key);
      } finally {
        await rm(partial, { force: true });
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

    async *list(prefix) {
      for (const shard of await readdir(folder)) {
        if (!/^[0-9a-f]{2}$/.test(shard)) continue;
        for (const name of await readdir(join(folder, shard))) {
          const key = name.replaceAll('+', '/');
          if (!key.startsWith(prefix)) continue;
          const file = await stat(join(folder, shard, name)).catch(() => undefined);
          if (file) yield { key, bytes: file.size, writtenAt: file.mtime };
        }
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

/** Syncs a folder, so that adding or removing a file in it survives a power failure. */
async function syncFolder(path: string) {
  // Windows can't open a folder for syncing, but its file system makes file names durable anyway.
  if (process.platform === 'win32') return;
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

const isMissing = (error: unknown) => codeOf(error) === 'ENOENT';
