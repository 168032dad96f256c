import { runUnlessLocked } from '../../db/advisory-lock.ts';
import type { Platform } from '../../platform/platform.ts';
import { rejectForeignStore } from '../../storage/blobs/claim-store.ts';
import { filesPerLock, findPictures, findReports } from './file-store.ts';

/**
 * The minimum age of a swept file, in ms. No submission takes that long, so an older file can't belong to a
 * submission that is still in progress.
 */
export const grace = 24 * 3_600_000;

type Needs = Pick<Platform, 'db' | 'photos' | 'secret'>;
const pictureFile = /^[a-z]+\/(?<name>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\//;
const reportFile = /^reports\/(?<name>[0-9a-f]{64})\.pdf$/;
const folders = [
  { folder: 'photos/', file: pictureFile, findNamed: findPictures },
  { folder: 'identity/', file: pictureFile, findNamed: findPictures },
  { folder: 'reports/', file: reportFile, findNamed: findReports },
];
/** The number of files that one query looks up. */
const batch = 10_000;

/**
 * Deletes the files of pictures and reports that have no row, for example after a crash, and are older than
 * {@link grace}. Throws if the store belongs to another database, because all its files would seem to have
 * no row. Returns the keys of the deleted files. With `dryRun`, returns the keys without deleting the files.
 */
export async function sweepBlobs(
  { db, photos, secret }: Needs,
  { dryRun = false, now = new Date() } = {},
): Promise<string[]> {
  await rejectForeignStore(photos, secret);
  const found: string[] = [];
  let old = new Map<string, string>();
  const judge = async (findNamed: typeof findPictures) => {
    const named = await findNamed(db, [...new Set(old.values())]);
    const nameless = [...old].filter(([, name]) => !named.has(name)).map(([key]) => key);
    old = new Map();
    if (dryRun) {
      found.push(...nameless);
      return;
    }
    for (let start = 0; start < nameless.length; start += filesPerLock) {
      const keys = nameless.slice(start, start + filesPerLock);
      // Skips these files while a backup is running, because the backup may still need them. A later sweep
      // deletes them.
      await runUnlessLocked(db, 'files', async () => {
        for (const key of keys) await photos.delete(key);
        found.push(...keys);
      });
    }
  };
  for (const { folder, file, findNamed } of folders) {
    for await (const { key, writtenAt } of photos.list(folder)) {
      const name = file.exec(key)?.groups?.name;
      if (name === undefined || now.getTime() - writtenAt.getTime() < grace) continue;
      old.set(key, name);
      if (old.size >= batch) await judge(findNamed);
    }
    await judge(findNamed);
  }
  return found;
}
