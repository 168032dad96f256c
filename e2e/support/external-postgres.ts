import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Real time: a pause between two checks.
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../server/src/db/embedded/embedded-postgres.ts';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql/15/bin';

export interface ExternalPostgres {
  /** The database's address in the format of `DATABASE_URL`. */
  url: string;
  name: string;
  stop(): Promise<void>;
}

const urlOf = (user: string, socket: string, database: string) =>
  `postgres://${user}@localhost:5432/${database}?host=${encodeURIComponent(socket)}`;

/** Starts Debian's PostgreSQL 15 if it is installed, otherwise the bundled version. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'dpg-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  if (existsSync(`${debian}/initdb`)) {
    const stop = await startDebian(folder);
    return {
      url: urlOf('postgres', folder, 'postgres'),
      name: 'PostgreSQL 15',
      stop: () => stop().then(remove),
    };
  }
  const { connection, stop } = await startEmbeddedPostgres(folder, console.error);
  return {
    url: urlOf(connection.user, connection.host, connection.database),
    name: 'the PostgreSQL of the data folder',
    stop: () => stop().then(remove),
  };
}

async function startDebian(folder: string): Promise<() => Promise<void>> {
  // PostgreSQL does not run as root. Debian's package of PostgreSQL has created the user postgres.
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  if (isRoot) await run('chown', ['postgres:', folder]);
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const command = (...line: string[]): [string, string[]] => {
    const [program = '', ...args] = [...as, ...line];
    return [program, args];
  };
  await run(
    ...command(`${debian}/initdb`, '-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C.UTF-8'),
    { cwd: folder },
  );
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'port=5432'];
  const child = spawn(
    ...command(`${debian}/postgres`, '-D', data, ...settings.flatMap((each) => ['-c', each])),
    { cwd: folder, stdio: 'ignore' },
  );
  while (!existsSync(join(folder, '.s.PGSQL.5432')) && child.exitCode === null) await sleep(50);
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  };
}
