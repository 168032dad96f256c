import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CannotStart } from '../cannot-start.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import { findPostgres, type PostgresBinaries } from './postgres-binaries.ts';
import {
  chooseSocketFolder,
  createCluster,
  environment,
  readPassword,
  user,
} from './postgres-cluster.ts';
import { findLauncher } from './postgres-launcher.ts';
import { stopOrphan } from './postgres-orphan.ts';

export interface EmbeddedPostgres {
  connection: {
    host: string;
    port: number;
    user: string;
    database: string;
    password?: string;
    ssl: false;
  };
  /** Stops the database and unlocks the data folder. A second call waits for the first one. */
  stop(): Promise<void>;
  /**
   * Sets a listener. It is called if PostgreSQL ends again after `mostRestarts` restarts in a minute.
   * PostgreSQL is then not restarted any more.
   */
  onExit(listener: (reason: string) => void): void;
}

type Log = (line: string) => void;

/** The maximum number of restarts within a minute. */
const mostRestarts = 8;

/**
 * Locks the data folder and starts PostgreSQL on it. First stops the database of an earlier process that was
 * killed. `settings` are parameters of PostgreSQL that override the parameters set here.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  log: Log,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const { path, unlock } = await lockDataFolder(dataDir);
  try {
    return await start(path, log, settings, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function start(
  path: string,
  log: Log,
  settings: Record<string, string>,
  unlock: () => void,
): Promise<EmbeddedPostgres> {
  const folder = join(path, 'database');
  const binaries = await findPostgres();
  const launcher = await findLauncher(binaries.postgres, path);
  const host = await chooseSocketFolder(folder, launcher);
  await stopOrphan(binaries, folder, host, log);
  await createCluster(binaries, launcher, folder);

  const address = process.platform === 'win32' ? await localAddress() : { host, port: 5432 };
  const parameters = { ...tuning(), ...listening(address), ...settings };
  const [command = binaries.postgres, ...args] = [
    ...[...launcher.prefix, binaries.postgres, '-D', folder],
    ...Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  let child: ChildProcess;
  let lastLines: string[] = [];
  const launch = () => {
    child = spawn(command, args, {
      cwd: path,
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
      // A detached process doesn't get the terminal's Ctrl-C, so the server can still finish its requests.
      // On Windows, a detached process would outlive the server, which would be worse.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    lastLines = follow(child, log);
    return waitUntilReady(child, folder, log);
  };
  const connection = { ...address, user, database: 'doorstep', ssl: false } as const;
  const password = await readPassword(folder);
  const credentials = password === undefined ? connection : { ...connection, password };

  let stopping: Promise<void> | undefined;
  let listener: ((reason: string) => void) | undefined;
  const restarts: number[] = [];
  const restartOnExit = () => {
    child.once('exit', async (code, signal) => {
      if (stopping) return;
      const recent = restarts.filter((at) => at > Date.now() - 60_000).length;
      if (recent >= mostRestarts) {
        listener?.(`The database ended unexpectedly (${signal ?? code})`);
        return;
      }
      log(`The database ended unexpectedly (${signal ?? code}); starting it again`);
      restarts.push(Date.now());
      // Waits, because the remaining processes of the dead server must first free the shared memory.
      await sleep(100 * 2 ** Math.min(recent, 4));
      if (stopping) return;
      const ready = launch();
      restartOnExit();
      // Ignores a failed restart, because `restartOnExit` has added a listener that tries again.
      await ready.then(
        () => log('The database is running again'),
        () => {},
      );
    });
  };
  const stop = () => {
    stopping ??= end(child, binaries, folder).finally(async () => {
      if (host !== folder) await rm(host, { recursive: true, force: true });
      unlock();
    });
    return stopping;
  };
  try {
    await launch();
    await createDatabase(credentials);
  } catch (cause) {
    await stop();
    throw new CannotStart(['The database did not start', ...lastLines].join('\n  '), { cause });
  }
  restartOnExit();
  return {
    connection: credentials,
    stop,
    onExit(heard) {
      listener = heard;
    },
  };
}

function tuning(): Record<string, string> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const megabytes = (share: number, min: number, max: number) =>
    `${Math.round(Math.min(max, Math.max(min, (memory * share) / 2 ** 20)))}MB`;
  return {
    io_method: 'sync',
    jit: 'off',
    fsync: 'on',
    shared_buffers: megabytes(1 / 8, 64, 2_048),
    effective_cache_size: megabytes(1 / 2, 256, 16_384),
    maintenance_work_mem: megabytes(1 / 32, 64, 256),
    work_mem: '16MB',
    random_page_cost: '1.1',
    max_connections: '50',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '',
    log_checkpoints: 'off',
    // PostgreSQL must not log failed statements, because their text may contain personal data. The callers
    // report the errors.
    log_min_messages: 'log',
  };
}

function listening({ host, port }: { host: string; port: number }): Record<string, string> {
  return process.platform === 'win32'
    ? { listen_addresses: host, port: String(port), unix_socket_directories: '' }
    : { listen_addresses: '', port: String(port), unix_socket_directories: `"${host}"` };
}

async function localAddress() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No free local port');
  return { host: '127.0.0.1', port: address.port };
}

function follow(child: ChildProcess, log: Log): string[] {
  const last: string[] = [];
  child.on('error', (error) => last.push(error.message));
  if (child.stderr) {
    createInterface(child.stderr).on('line', (line) => {
      // Only these lines are logged, because other lines are routine or could contain personal data.
      const isReported = /^(FATAL|PANIC|WARNING)|terminated by signal/.test(line);
      // Clients that connect during startup get this error and retry, so it is not logged.
      if (isReported && !line.startsWith('FATAL:  the database system is')) log(line);
      if (last.push(line) > 8) last.shift();
    });
  }
  return last;
}

const hasEnded = (child: ChildProcess) =>
  child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

/**
 * Waits until PostgreSQL is ready. PostgreSQL writes its state to the eighth line of its pid file. After a
 * crash, PostgreSQL first replays its write-ahead log, which may take minutes.
 */
async function waitUntilReady(child: ChildProcess, folder: string, log: Log): Promise<void> {
  for (let waited = 0; !hasEnded(child); waited += 10) {
    const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split(
      '\n',
    );
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return;
    if (waited === 3_000) log('The database is recovering from an interrupted run');
    await sleep(10);
  }
  throw new Error('The database ended while it started');
}

async function createDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      connection.database,
    ]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${connection.database}`);
  } finally {
    await client.end();
  }
}

async function end(child: ChildProcess, { pgCtl }: PostgresBinaries, folder: string) {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  if (process.platform === 'win32') spawn(pgCtl, ['stop', '-D', folder, '-m', 'fast']);
  else child.kill('SIGINT');
  const timers = [
    setTimeout(() => child.kill('SIGQUIT'), 30_000),
    setTimeout(() => child.kill('SIGKILL'), 40_000),
  ];
  await exited;
  for (const timer of timers) clearTimeout(timer);
}
