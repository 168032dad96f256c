import { access, constants, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from '../cannot-start.ts';

export interface DataFolder {
  /** Absolute, with no symbolic link in it. */
  path: string;
  unlock(): void;
}

/** Makes the data folder if there is none, and keeps every other process out of it until `unlock` or the end of this process. */
export async function lockDataFolder(dataDir: string): Promise<DataFolder> {
  const path = await openFolder(dataDir);
  // The kernel ends SQLite's file lock with the process, however that ends. A file with a process id would outlive
  // a crash, and ids repeat in a restarted container.
  const lock = new DatabaseSync(join(path, 'lock'), { timeout: 0 });
  const holder = join(path, 'lock.pid');
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch {
    lock.close();
    const pid = (await readFile(holder, 'utf8').catch(() => 'unknown')).trim();
    throw new CannotStart(`Doorstep is already running (pid ${pid}) on the data folder ${path}`);
  }
  await writeFile(holder, `${process.pid}\n`);
  return { path, unlock: () => lock.isOpen && lock.close() };
}

async function openFolder(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (cause) {
    throw new CannotStart(
      `The data folder ${dataDir} can't be written by this user: use the user who made it, or set DATA_DIR to another folder`,
      { cause },
    );
  }
}
