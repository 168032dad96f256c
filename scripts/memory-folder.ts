import { mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './build-web.mjs';

const memory = '/dev/shm';
/**
 * The number of bytes that must be free, in the folder and in memory. Tests run several servers at the same
 * time, each with its own database.
 */
const wanted = 8 * 2 ** 30;
const name = /^doorstep-check-(\d+)$/;

/**
 * Opens a folder in memory for the data of tests. On a disk, the hundreds of test databases would take most
 * of the tests' time. Deletes leftovers of killed runs. Returns undefined if the system has no such folder
 * (only Linux has one) or too little memory, or if programs can't be run from the folder.
 */
export async function openMemoryFolder(): Promise<string | undefined> {
  for (const left of await readdir(memory).catch(() => [])) {
    const pid = name.exec(left)?.[1];
    // Ignores errors, because a folder of another user can't be deleted.
    if (pid && !isAlive(Number(pid))) {
      await rm(join(memory, left), { recursive: true, force: true }).catch(() => {});
    }
  }
  if (!(await isUsable())) return undefined;
  const folder = join(memory, `doorstep-check-${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

async function isUsable(): Promise<boolean> {
  const room = await statfs(memory).catch(() => undefined);
  if (!room || room.bavail * room.bsize < wanted || process.availableMemory() < wanted)
    return false;
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === memory);
  return mount !== undefined && !/\bnoexec\b/.test(mount);
}
