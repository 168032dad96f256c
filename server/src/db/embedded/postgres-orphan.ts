import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

const run = promisify(execFile);

/**
 * Stops the database that a killed server may have left on this folder, and deletes its leftover files.
 * Requires the lock of the data folder.
 */
export async function stopOrphan(
  { pgCtl }: PostgresBinaries,
  folder: string,
  socketFolder: string,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  if (Number.isNaN(pid)) return;
  if (process.platform === 'win32') {
    await run(pgCtl, ['stop', '-D', folder, '-m', 'fast']).catch(() => {});
  } else if (await isPostgresOn(pid, folder)) {
    log(`Stopping the database (process ${pid}) of a server that was killed`);
    await endProcess(pid, folder);
  }
  // Deletes the pid file, because PostgreSQL would not start if the recorded process id now belongs to
  // another program.
  await rm(pidFile, { force: true });
  await rm(join(socketFolder, '.s.PGSQL.5432.lock'), { force: true });
}

async function endProcess(pid: number, folder: string): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 60],
    ['SIGQUIT', 10],
    ['SIGKILL', 10],
  ] as const) {
    process.kill(pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!(await isPostgresOn(pid, folder))) return;
      await sleep(20);
    }
  }
  throw new CannotStart(`The database process ${pid} on ${folder} can't be stopped`);
}

/** A zombie process has no command line, so it does not count as a running database. */
async function isPostgresOn(pid: number, folder: string): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? readFile(`/proc/${pid}/cmdline`, 'utf8')
      : run('ps', ['-o', 'command=', '-p', String(pid)]).then(({ stdout }) => stdout);
  const words = await command.catch(() => '');
  return words.includes('postgres') && words.includes(folder);
}
