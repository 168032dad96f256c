import { mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from './build-web.mjs';

const memory = '/dev/shm';
/** Bytes that must be free there, and of memory: several servers with a database each run at once. */
const wanted = 8 * 2 ** 30;
const name = /^doorstep-check-(\d+)$/;

/**
 * A folder in memory for what tests store, where the system has that (Linux) and enough of it: they make and drop hundreds of
 * databases, which on a disk is most of their work. Removes what killed runs left. Undefined elsewhere.
 */
export async function openMemoryFolder(): Promise<string | undefined> {
  for (const left of await readdir(memory).catch(() => [])) {
    const pid = name.exec(left)?.[1];
    // What is another user's can't be removed.
    if (pid && !isAlive(Number(pid))) {
      await rm(join(memory, left), { recursive: true, force: true }).catch(() => {});
    }
  }
  if (!(await isUsable())) return undefined;
  const folder = join(memory, `doorstep-check-${process.pid}`);
  await mkdir(folder, { recursive: true });
  return folder;
}

/** Whether there is room, and programs may be run from there. */
async function isUsable(): Promise<boolean> {
  const room = await statfs(memory).catch(() => undefined);
  if (!room || room.bavail * room.bsize < wanted || process.availableMemory() < wanted)
    return false;
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const mount = mounts.split('\n').find((line) => line.split(' ')[1] === memory);
  return mount !== undefined && !/\bnoexec\b/.test(mount);
}
