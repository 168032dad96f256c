import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// Real time: the database is killed at random moments.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let dataDir: string;
const running = new Set<EmbeddedPostgres>();
const servers = new Set<ChildProcess>();

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'doorstep-test-'));
});

afterEach(async () => {
  for (const database of running) await database.stop();
  for (const server of servers) server.kill('SIGKILL');
  running.clear();
  servers.clear();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(folder = dataDir, log: (line: string) => void = () => {}) {
  const database = await startEmbeddedPostgres(folder, log);
  running.add(database);
  return database;
}

async function query(database: Pick<EmbeddedPostgres, 'connection'>, text: string) {
  const client = new pg.Client(database.connection);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query(text).finally(() => client.end());
  return rows;
}

const databasePid = () =>
  Number.parseInt(readFileSync(join(dataDir, 'database', 'postmaster.pid'), 'utf8'), 10);

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // Signal 0 also succeeds for a zombie: a process that has ended, but whose parent has not collected its
    // exit code. A zombie has an empty command line.
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

function startElsewhere() {
  const program = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded-postgres.ts', import.meta.url).href)};
    const { connection } = await startEmbeddedPostgres(process.argv[1], () => {});
    const client = new pg.Client(connection);
    await client.connect();
    await client.query('CREATE TABLE kept AS SELECT 42 AS answer');
    console.log('committed');
  `;
  const server = spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  servers.add(server);
  return server;
}

/** Starts a server, and kills it after it has written a row. Returns the process id of its database. */
async function startAndKill(beforeKill: (orphan: number) => void = () => {}): Promise<number> {
  const server = startElsewhere();
  await once(server.stdout, 'data');
  const orphan = databasePid();
  beforeKill(orphan);
  server.kill('SIGKILL');
  await once(server, 'exit');
  return orphan;
}
const kept = 'SELECT answer FROM kept';

test('keeps its rows from one start to the next', async () => {
  const first = await start();
  await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(existsSync(join(dataDir, 'database', 'postmaster.pid'))).toBe(false);

  expect(await query(await start(), kept)).toEqual([{ answer: 42 }]);
});

test('finds trigrams in every script', async () => {
  const database = await start();
  await query(database, 'CREATE EXTENSION pg_trgm');
  const rows = await query(database, "SELECT similarity('राम कुमार', 'राम कुमर') > 0.5 AS alike");
  expect(rows).toEqual([{ alike: true }]);
});

// Covers: fault-49
test('rejects a second server on the same data folder and does not disturb the first', async () => {
  const first = await start();
  await expect(startEmbeddedPostgres(dataDir, () => {})).rejects.toThrow(
    `Doorstep is already running (pid ${process.pid}) on the data folder ${dataDir}`,
  );

  const elsewhere = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { lockDataFolder } from ${JSON.stringify(new URL('./data-folder-lock.ts', import.meta.url).href)};
     await lockDataFolder(process.argv[1]);`,
    dataDir,
  ]);
  expect(await once(elsewhere, 'exit')).toEqual([1, null]);
  expect(await query(first, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

describe('after kill -9 of the server', () => {
  test('the next start has every committed row, and no old database is still running', async () => {
    const orphan = await startAndKill();
    expect(await query(await start(), kept)).toEqual([{ answer: 42 }]);
    expect(databasePid()).not.toBe(orphan);
    expect(isRunning(orphan)).toBe(false);
  });

  test('the database exits without a next start', async ({ skip }) => {
    if (process.platform !== 'linux') skip('needs setpriv');
    const orphan = await startAndKill();
    await expect.poll(() => isRunning(orphan), { timeout: 120_000 }).toBe(false);
  });

  // Covers: fault-4
  test('the next start stops a database that is still running, and waits for it', async () => {
    const orphan = await startAndKill((pid) => process.kill(pid, 'SIGSTOP'));
    const lines: string[] = [];
    const starting = start(dataDir, (line) => lines.push(line));
    await expect
      .poll(() => lines, { timeout: 120_000 })
      .toContain(`Stopping the database (process ${orphan}) of a server that was killed`);
    process.kill(orphan, 'SIGCONT');
    expect(await query(await starting, kept)).toEqual([{ answer: 42 }]);
    expect(isRunning(orphan)).toBe(false);
  });

  test.each([60, 180, 400, 700])(
    'killed %i ms into the very first start, it starts from scratch',
    async (ms) => {
      const server = startElsewhere();
      await sleep(ms);
      server.kill('SIGKILL');
      await once(server, 'exit');

      expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    },
  );

  test('a recorded process id that now belongs to another program does not block the start', async () => {
    const first = await start();
    const pidFile = join(dataDir, 'database', 'postmaster.pid');
    const content = readFileSync(pidFile, 'utf8');
    await first.stop();
    writeFileSync(pidFile, content.replace(/^\d+/, String(process.ppid)));
    writeFileSync(join(dataDir, 'database', '.s.PGSQL.5432.lock'), content);

    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

// Covers: fault-2
test('a killed database is restarted with every committed row', async () => {
  const lines: string[] = [];
  const database = await start(dataDir, (line) => lines.push(line));
  await query(database, 'CREATE TABLE kept AS SELECT 42 AS answer');
  const killed = databasePid();
  process.kill(killed, 'SIGKILL');
  const asked = () => query(database, kept).catch(() => undefined);
  await expect.poll(asked, { timeout: 120_000 }).toEqual([{ answer: 42 }]);
  expect(databasePid()).not.toBe(killed);
  const ours = () => lines.filter((line) => !line.startsWith('FATAL'));
  await expect.poll(() => ours().at(-1)).toBe('The database is running again');
  expect(ours()[0]).toBe('The database ended unexpectedly (SIGKILL); starting it again');
  // On a slow machine, PostgreSQL may have to be restarted more than once.
  for (const line of ours().slice(1, -1))
    expect(line).toMatch(
      /^The database (is running again|ended unexpectedly \(.*\); starting it again)$/,
    );
});

// Covers: fault-3
test('reports that the database keeps stopping, and only then', async () => {
  const reasons: string[] = [];
  const first = await start();
  first.onExit((reason) => reasons.push(reason));
  await first.stop();

  const second = await start();
  second.onExit((reason) => reasons.push(reason));
  const version = join(dataDir, 'database', 'PG_VERSION');
  await rename(version, `${version}.gone`);
  process.kill(databasePid(), 'SIGKILL');
  await expect
    .poll(() => reasons, { timeout: 120_000 })
    .toEqual(['The database ended unexpectedly (1)']);
});

test('a stop during a restart stays a stop', async () => {
  const database = await start();
  process.kill(databasePid(), 'SIGKILL');
  await sleep(50);
  await database.stop();
  await sleep(500);
  await expect(query(database, 'SELECT 1')).rejects.toThrow();
});

test('reports why it can not start', async () => {
  await (await start()).stop();
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(/did not start[^]*incompatible[^]*version 17/);
  writeFileSync(join(dataDir, 'database', 'PG_VERSION'), '18\n');
  expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('works in a folder whose path is too long for a socket', async () => {
  const long = join(dataDir, 'x'.repeat(120));
  await mkdir(long);
  // Where root can't create namespaces, the database runs as the user "nobody", who needs access to the
  // folder.
  await chmod(dataDir, 0o711);
  const database = await start(long);
  expect(database.connection.host.length).toBeLessThan(100);
  expect(await query(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect(existsSync(database.connection.host)).toBe(false);
});
