import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { applicationRole } from './application-role.ts';
import { connect, connectSeparately, DatabaseBusy, prepared } from './connection.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['2026-03-05 10:20:30+00', '2026-03-05T10:20:30.000Z'],
  ['2026-03-05 10:20:30.5+00', '2026-03-05T10:20:30.500Z'],
  ['2026-03-05 10:20:30.123999+00', '2026-03-05T10:20:30.123Z'],
  ['2026-03-05 10:20:30+05:30', '2026-03-05T04:50:30.000Z'],
])('a timestamp is read in the format of the API: %s', async (moment, iso) => {
  for (const zone of ['UTC', 'Asia/Kolkata']) {
    const { rows } = await database.db.connection().execute(async (db) => {
      await sql`select set_config('timezone', ${zone}, false)`.execute(db);
      return sql<{ at: string }>`select ${moment}::timestamptz as at`.execute(db);
    });
    expect(rows).toEqual([{ at: iso }]);
  }
});

test('a marked statement is prepared once a connection and eventually reuses its plan; others are not prepared', async () => {
  const db = connect({ ...database.connection, max: 1 });
  const ask = (front: typeof prepared, id: number) =>
    db.selectFrom('users').modifyFront(front).select('id').where('id', '=', id).execute();
  try {
    for (let id = 1; id <= 8; id += 1) {
      await ask(prepared, id);
      await ask(sql`/* each time */`, id);
    }
    const { rows } = await sql<{ calls: number; kept: number }>`
      select generic_plans + custom_plans as calls, generic_plans as kept from pg_prepared_statements`.execute(
      db,
    );
    expect(rows).toEqual([{ calls: 8, kept: 3 }]);
  } finally {
    await db.destroy();
  }
});

// Covers: fault-10
test('a caller who waits too long for a connection is rejected, and blocks no connection', async () => {
  const db = connect({ ...database.connection, max: 1 }, { longestWait: 100 });
  try {
    const held = sql`select pg_sleep(1)`.execute(db);
    const ask = () => sql`select 1 as one`.execute(db);
    const late = await Promise.allSettled([ask(), ask()]);
    for (const one of late) {
      expect(one).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusy) });
    }
    await held;
    expect((await ask()).rows).toEqual([{ one: 1 }]);
  } finally {
    await db.destroy();
  }
});

test('of several callers in one turn, only one gets the idle connection, and the others wait no longer than usual', async () => {
  const db = connect({ ...database.connection, max: 1 }, { longestWait: 100 });
  try {
    const pause = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
    await pause(0);
    const [first, second] = await Promise.allSettled([pause(1), pause(0)]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseBusy) });
  } finally {
    await db.destroy();
  }
});

test('an extra connection has its own limits and the same role', async () => {
  const short = connect(
    { ...database.connection, role: applicationRole, max: 1 },
    { statementTimeout: 1_234 },
  );
  const separate = connectSeparately(short, { statementTimeout: 60_000 });
  try {
    const asked = sql`select current_user as role, current_setting('statement_timeout') as most`;
    expect((await asked.execute(short)).rows).toEqual([{ role: applicationRole, most: '1234ms' }]);
    expect((await asked.execute(separate)).rows).toEqual([{ role: applicationRole, most: '1min' }]);
  } finally {
    await Promise.all([short.destroy(), separate.destroy()]);
  }
});
