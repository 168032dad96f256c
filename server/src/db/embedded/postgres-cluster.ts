import { execFile } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CannotStart } from '../cannot-start.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import type { Launcher } from './postgres-launcher.ts';

const run = promisify(execFile);

export const user = 'doorstep';

// lc_ctype must support Unicode, because pg_trgm uses it to split words. With the plain locale C, a name in
// Devanagari has no trigrams.
const locales: Partial<Record<NodeJS.Platform, string>> = {
  linux: 'C.UTF-8',
  darwin: 'en_US.UTF-8',
};
const locale = locales[process.platform] ?? 'C';

/**
 * Creates the database's files in a temporary folder and moves them into place, so that an incomplete
 * cluster is never used.
 */
export async function createCluster(
  { initdb }: PostgresBinaries,
  { prefix, owner }: Launcher,
  folder: string,
): Promise<void> {
  await removeUnfinished(folder);
  if (await exists(join(folder, 'PG_VERSION'))) return changeOwner(folder, owner);
  const side = await mkdtemp(`${folder}.new-`);
  if (owner) await chown(side, owner.uid, owner.gid);
  const [command = initdb, ...args] = [
    ...[...prefix, initdb, `--pgdata=${side}`, `--username=${user}`, '--encoding=UTF8'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${locale}`],
    ...(process.platform === 'win32'
      ? ['--auth=scram-sha-256', `--pwfile=${await writePassword(folder)}`]
      : ['--auth-local=trust', '--auth-host=reject']),
  ];
  await run(command, args, { cwd: dirname(folder), env: environment() }).catch((cause: unknown) => {
    if (!/No space left on device|Disk quota exceeded/.test(String(cause))) throw cause;
    throw new CannotStart(`The disk is full: can't create the database in ${dirname(folder)}.`, {
      cause,
    });
  });
  await rename(side, folder);
  await syncFolder(dirname(folder));
}

/**
 * Deletes the folders of a first start that was killed. Ignores a folder that can't be deleted, because
 * initdb may still be writing to it.
 */
async function removeUnfinished(folder: string): Promise<void> {
  const siblings = await readdir(dirname(folder));
  const unfinished = siblings.filter((name) => name.startsWith(`${basename(folder)}.new`));
  await Promise.allSettled(
    unfinished.map((name) => rm(join(dirname(folder), name), { recursive: true, force: true })),
  );
}

async function exists(file: string): Promise<boolean> {
  try {
    await lstat(file);
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return false;
    throw new CannotStart(
      `Another user owns the database: can't read ${file}. Start Doorstep as that user`,
      {
        cause,
      },
    );
  }
}

/**
 * Returns the environment for PostgreSQL's programs, without the variables of the locale. Also leaves out
 * PGDATA, PGPORT and similar variables, which the user may have set for a different database.
 */
export function environment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name)),
  );
}

/**
 * Returns the folder for the socket. If the given folder makes the socket's path too long for the operating
 * system, the socket is in a private folder with a short name.
 */
export async function chooseSocketFolder(folder: string, { owner }: Launcher): Promise<string> {
  if (Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= 103) return folder;
  const name = hash('sha256', folder).slice(0, 16);
  const short = join(tmpdir(), `doorstep-${name}`);
  await mkdir(short, { recursive: true, mode: 0o700 });
  const found = await lstat(short);
  const mine = found.uid === process.getuid?.() || found.uid === owner?.uid;
  if (!found.isDirectory() || !mine || (found.mode & 0o077) !== 0) {
    throw new CannotStart(
      `The path of the data folder is too long for a socket, and ${short} is not a folder that only this user can open. Set DATA_DIR to a shorter path`,
    );
  }
  await changeOwner(short, owner);
  return short;
}

/**
 * Makes `owner` the owner of the files. They belong to another user if an earlier start used another
 * {@link Launcher}.
 */
async function changeOwner(folder: string, owner: Launcher['owner']): Promise<void> {
  if (owner === undefined || (await lstat(folder)).uid === owner.uid) return;
  await run('chown', ['-R', `${owner.uid}:${owner.gid}`, folder]);
}

const passwordFile = (folder: string) => `${folder}.password`;

async function writePassword(folder: string): Promise<string> {
  await writeFile(passwordFile(folder), randomBytes(24).toString('base64url'), { mode: 0o600 });
  return passwordFile(folder);
}

/**
 * Returns the database's password on Windows, where the database listens on a local port that any user can
 * reach. Elsewhere it listens on a Unix socket and has no password.
 */
export async function readPassword(folder: string): Promise<string | undefined> {
  return process.platform === 'win32' ? readFile(passwordFile(folder), 'utf8') : undefined;
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
