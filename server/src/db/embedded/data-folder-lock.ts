import { access, constants, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from '../cannot-start.ts';

export interface DataFolder {
  /** The absolute path, without symbolic links. */
  path: string;
  unlock(): void;
}

export async function lockDataFolder(dataDir: string): Promise<DataFolder> {
  const path = await openFolder(dataDir);
  // Uses SQLite's file lock, because the kernel releases it whenever the process ends. A file with a process
  // id would survive a crash, and in a restarted container another process may have the same id.
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
      `This user can't write to the data folder ${dataDir}. Run as the user who created it, or set DATA_DIR to another folder`,
      { cause },
    );
  }
}
