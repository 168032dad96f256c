import { createHash } from 'node:crypto';
import type { Platform } from '../../platform.ts';
import { BlobExists, type BlobStore } from '../../storage/blob-store.ts';
import { findNamed } from './retention-store.ts';

/** Longer than any submission may take: what is younger may belong to one that is under way. */
export const grace = 24 * 3_600_000;

type Needs = Pick<Platform, 'db' | 'photos' | 'secret'>;
const pictureFile = /^(?:photos|identity)\/(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;

/**
 * Deletes the pictures' files that no row names and that are older than the {@link grace}: what a crash between file and
 * row left. Refuses a store that belongs to another database, where no file would have a row. Answers their keys.
 */
export async function sweepBlobs(
  { db, photos, secret }: Needs,
  { dryRun = false, now = new Date() } = {},
): Promise<string[]> {
  if (!(await isOurs(photos, secret))) {
    throw new Error('The photo store belongs to another database: nothing is swept.');
  }
  const found: string[] = [];
  let old = new Map<string, string>();
  const judge = async () => {
    const named = await findNamed(db, [...new Set(old.values())]);
    for (const [key, id] of old) {
      if (named.has(id)) continue;
      found.push(key);
      if (!dryRun) await photos.delete(key);
    }
    old = new Map();
  };
  for (const folder of ['photos/', 'identity/']) {
    for await (const { key, writtenAt } of photos.list(folder)) {
      const id = pictureFile.exec(key)?.groups?.id;
      if (id === undefined || now.getTime() - writtenAt.getTime() < grace) continue;
      old.set(key, id);
      if (old.size >= 1000) await judge();
    }
  }
  await judge();
  return found;
}

/** Marks a store as this database's at the first sweep, and knows it again by that. */
async function isOurs(photos: BlobStore, secret: Uint8Array): Promise<boolean> {
  const mark = createHash('sha256').update('doorstep installation').update(secret).digest();
  try {
    await photos.put('installation', mark);
    return true;
  } catch (error) {
    if (error instanceof BlobExists) return false;
    throw error;
  }
}
