import { connect as connectTo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, poolOf, read } from './connection.ts';
import { prepare } from './prepared-statements.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const backend = prepare('select pg_backend_pid() as pid, $1::int as number');
const halves = prepare('select 12 / $1::int as number');
const slow = prepare('select pg_sleep($1::float8), pg_backend_pid() as pid');

type Answer = { pid: number; number: number };
const ask = (number: number) => read<Answer>(database.db, backend, [number]);
const askMany = async (numbers: number[]) => (await Promise.all(numbers.map(ask))).flat();

/** Lanes open with the first read, which does not wait for them. */
async function openLanes(): Promise<Set<number>> {
  const pooled = await database.db.connection().execute(async (db) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid;
  });
  let pids = new Set<number>();
  await expect
    .poll(async () => {
      pids = new Set((await askMany([1, 2, 3, 4])).map(({ pid }) => pid));
      return pids.size === 2 && !pids.has(pooled ?? 0);
    })
    .toBe(true);
  return pids;
}

test('many reads share few connections, and each has its own answer', async () => {
  const lanes = await openLanes();
  const numbers = Array.from({ length: 30 }, (_, index) => index);
  const answers = await askMany(numbers);
  expect(answers.map(({ number }) => number)).toEqual(numbers);
  expect(new Set(answers.map(({ pid }) => pid))).toEqual(lanes);
});

test('more than lanes take at once are answered through the pool', async () => {
  const lanes = await openLanes();
  const answers = await askMany(Array.from({ length: 40 }, (_, index) => index));
  expect(answers.map(({ number }) => number)).toEqual([...Array(40).keys()]);
  expect(answers.filter(({ pid }) => !lanes.has(pid))).toHaveLength(8);
});

test('one that fails takes no other with it', async () => {
  await openLanes();
  const settled = await Promise.allSettled(
    [1, 0, 3].map((number) => read<{ number: number }>(database.db, halves, [number])),
  );
  expect(settled).toMatchObject([
    { value: [{ number: 12 }] },
    { reason: { code: '22012' } },
    { value: [{ number: 4 }] },
  ]);
  expect(await ask(5)).toMatchObject([{ number: 5 }]);
});

test('nobody stands behind a slow one for long', async () => {
  const lanes = await openLanes();
  const sleeping = [0.6, 0.6].map((time) => read<Answer>(database.db, slow, [time]));
  await new Promise((resolve) => setTimeout(resolve, 150));
  const [quick] = await ask(1);
  expect(lanes).not.toContain(quick?.pid);
  const answers = (await Promise.all(sleeping)).flat();
  expect(new Set(answers.map(({ pid }) => pid))).toEqual(lanes);
  expect(lanes).toContain((await ask(1))[0]?.pid);
});

test('what takes too long for a lane is read through the pool', async () => {
  const lanes = await openLanes();
  const [answer] = await read<Answer>(database.db, slow, [1.2]);
  expect(lanes).not.toContain(answer?.pid);
});

test('a lane that is cut costs nobody an answer, and another is opened', async () => {
  const lanes = await openLanes();
  const owner = connect({ ...database.connection, max: 1 });
  try {
    const sleeping = [0.3, 0.3].map((time) => read<Answer>(database.db, slow, [time]));
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const pid of lanes) await sql`select pg_terminate_backend(${pid})`.execute(owner);
    for (const answer of (await Promise.all(sleeping)).flat()) {
      expect(lanes).not.toContain(answer.pid);
    }
    const others = await openLanes();
    expect([...others].filter((pid) => lanes.has(pid))).toEqual([]);
  } finally {
    await owner.destroy();
  }
});

test('in a transaction a read sees what was written there', async () => {
  const count = prepare('select count(*) as number from uploads where total_records = $1');
  await database.db
    .transaction()
    .execute(async (trx) => {
      const { rows } = await sql<{ id: number }>`insert into users
        (name, email, phone_number, password_hash, is_admin, is_superadmin)
        values ('A', 'a@example.test', '9999999999', '', true, true) returning id`.execute(trx);
      const file_sha256 = Buffer.alloc(32);
      await trx
        .insertInto('uploads')
        .values({ uploaded_by: rows[0]?.id ?? 0, file_sha256, total_records: 77, successful: 0 })
        .execute();
      expect(await read(trx, count, [77])).toEqual([{ number: 1 }]);
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
  expect(await read(database.db, count, [77])).toEqual([{ number: 0 }]);
});

test('a statement that nobody prepared, however often it comes, stays in the pool', async () => {
  const lanes = await openLanes();
  for (let turn = 0; turn < 60; turn++) {
    const [answer] = await read<Answer>(
      database.db,
      'select pg_backend_pid() as pid, $1::int',
      [1],
    );
    expect(lanes).not.toContain(answer?.pid);
  }
  expect(poolOf(database.db).waitingCount).toBe(0);
});

test('a host that falls silent is not waited for: another connection is asked', async () => {
  const { host, port } = database.connection;
  const ways = new Set<Socket>();
  const between = createServer((socket) => {
    const path = `${host}/.s.PGSQL.${port}`;
    const onward = host.startsWith('/') ? connectTo(path) : connectTo(port, host);
    for (const one of [socket, onward])
      one.on('error', () => {}).on('close', () => onward.destroy());
    socket.pipe(onward).pipe(socket);
    ways.add(socket);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => between.once('listening', resolve));
  const address = between.address() as { port: number };
  const db = connect(
    { ...database.connection, host: '127.0.0.1', port: address.port, idleTimeoutMillis: 50 },
    { lanes: 1 },
  );
  try {
    const askAway = async () => (await read<Answer>(db, backend, [1]))[0]?.pid;
    const first = await askAway();
    let lane = first;
    await expect.poll(async () => (lane = await askAway())).not.toBe(first);
    await expect.poll(() => poolOf(db).totalCount).toBe(0);
    for (const way of ways) way.unpipe().pause();
    expect(await askAway()).not.toBe(lane);
  } finally {
    await db.destroy();
    for (const way of ways) way.destroy();
    between.close();
  }
});
