import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { BadSettings, readConfig } from '../config.ts';
import { checkReplica } from '../doctor/check-replica.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../testing/replicated-database.ts';
import { openReplica, type Replica } from './replica.ts';
import { measureLag } from './replica-lag.ts';
import type { Database } from './schema.ts';

let databases: ReplicatedDatabase;
let db: Kysely<Database>;
let replica: Replica;
let drop: () => Promise<void>;
beforeAll(async () => {
  databases = await startReplicatedDatabase();
  ({ db, replica, drop } = await databases.open());
  const watching = replica.watch(() => {});
  const close = drop;
  drop = () => watching.close().then(close);
});
afterAll(async () => {
  await drop?.();
  await databases?.stop();
});

const isUp = (of = replica) =>
  vi.waitFor(() => expect(of.state().isUp).toBe(true), { timeout: 15_000 });

const whereAsked = async (on: Kysely<Database>) => {
  const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(
    on,
  );
  return rows[0]?.replica ? 'replica' : 'primary';
};

test('a statement that must make way for the primary’s cleaning is asked there', async () => {
  await isUp();
  await databases.ask(
    'create table visits as select 1 as id; grant select on visits to public',
    databases.primary,
  );
  await databases.catchUp();
  const reading = replica.read(0n);
  expect(await whereAsked(reading.db)).toBe('replica');
  const slow = sql`select count(*) as n, pg_sleep(1) from visits`.execute(reading.db);
  await vi.waitFor(async () =>
    expect(
      await databases.ask(
        `select from pg_stat_activity where query like '%pg_sleep(1) from%' and state = 'active' and pid <> pg_backend_pid()`,
      ),
    ).toHaveLength(1),
  );
  await databases.ask('delete from visits', databases.primary);
  await databases.ask('vacuum visits', databases.primary);
  expect((await slow).rows).toMatchObject([{ n: 0 }]);
  expect(reading.cause).toBe('failed');
  // What it showed may be later than what the replica has now: this request stays where it is.
  expect(await whereAsked(reading.db)).toBe('primary');
  expect(replica.read(0n).cause).toBe('away');
});

test('one that has no connection free is busy, not away', async () => {
  await isUp();
  const sleeping = Array.from({ length: 12 }, () =>
    sql`select pg_sleep(1.5)`.execute(replica.read(0n).db),
  );
  await vi.waitFor(async () =>
    expect(
      await databases.ask(`select from pg_stat_activity where query like '%pg_sleep(1.5)%'
        and state = 'active' and pid <> pg_backend_pid()`),
    ).toHaveLength(12),
  );
  const reading = replica.read(0n);
  expect(await whereAsked(reading.db)).toBe('primary');
  expect(reading.cause).toBe('busy');
  expect(replica.state().isUp).toBe(true);
  await Promise.all(sleeping);
});

test('a connection that is cut is nobody’s loss', async () => {
  await isUp();
  const reading = replica.read(0n);
  const slow = sql<{ on: boolean }>`select pg_sleep(1), pg_is_in_recovery() as on`.execute(
    reading.db,
  );
  await vi.waitFor(async () => {
    const cut = await databases.ask(`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(1), pg_is%' and state = 'active' and pid <> pg_backend_pid()`);
    expect(cut).toHaveLength(1);
  });
  expect((await slow).rows).toMatchObject([{ on: false }]);
});

test('nothing can be written by way of a replica, whatever stands there', async () => {
  const { host, port } = databases.primary;
  const mistaken = openReplica(db, { ...databases.primary, host, port });
  onTestFinished(() => mistaken.close());
  const lines: string[] = [];
  const watching = mistaken.watch((line) => lines.push(line));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain('It is not a replica, or no longer one');
  expect(mistaken.read(0n)).toMatchObject({ cause: 'away', db });
  await watching.close();

  await isUp();
  await expect(sql`delete from users`.execute(replica.read(0n).db)).rejects.toThrow(
    'cannot execute DELETE in a read-only transaction',
  );
});

test('another database is not taken for a replica', async () => {
  const other = openReplica(db, { ...databases.connection, database: 'postgres' });
  onTestFinished(() => other.close());
  const lines: string[] = [];
  const watching = other.watch((line) => lines.push(line));
  await vi.waitFor(() => expect(lines).toHaveLength(1));
  expect(lines[0]).toContain('It is another database than that of DATABASE_URL');
  await watching.close();
});

test('the doctor says whether it answers, and how far it is behind', async () => {
  await databases.catchUp();
  const check = (options: object = databases.connection) => checkReplica(db, options);
  expect(await check()).toMatchObject({ level: 'ok', text: expect.stringMatching(/\d ms ago/) });
  await databases.pause();
  try {
    await databases.ask('create table later ()', databases.primary);
    expect(await check()).toMatchObject({
      level: 'warning',
      text: expect.stringMatching(/\d+ bytes behind/),
    });
    await vi.waitFor(() => expect(replica.state().lag?.bytes).toBeGreaterThan(0), 5_000);
  } finally {
    await databases.resume();
  }
  expect(await check({ ...databases.connection, database: 'postgres' })).toMatchObject({
    level: 'wrong',
    text: expect.stringMatching(/another database/),
  });
  expect(await check({ host: '127.0.0.1', port: 1 })).toMatchObject({ level: 'wrong' });
});

test('the lag in time is the age of what the replica has', () => {
  let clock = 0;
  const { note, lag } = measureLag(() => clock);
  for (const [at, primary, replayed] of [
    [0, 10n, 10n],
    [1_000, 20n, 10n],
    [2_000, 30n, 10n],
    [3_000, 40n, 20n],
  ] as const) {
    clock = at;
    note(primary, replayed);
  }
  expect(lag()).toEqual({ bytes: 20, seconds: 1 });
  note(40n, 40n);
  expect(lag()).toEqual({ bytes: 0, seconds: 0 });
});

test('a replica is of a database of one’s own', () => {
  const url = 'postgres://reader@replica/doorstep';
  expect(() => readConfig({ REPLICA_URL: url })).toThrow(BadSettings);
  expect(() => readConfig({ REPLICA_URL: 'replica', DATABASE_URL: url })).toThrow(
    'REPLICA_URL must start with postgres://',
  );
  const { replicaUrl } = readConfig({
    REPLICA_URL: url,
    DATABASE_URL: 'postgres://primary/doorstep',
  });
  expect(replicaUrl).toBe(url);
  expect(readConfig({}).replicaUrl).toBeUndefined();
});
