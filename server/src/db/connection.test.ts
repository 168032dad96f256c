import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { connectForTest, createSharedDatabase } from '../testing/test-database.ts';
import { applicationRole } from './application-role.ts';
import { connectSeparately, DatabaseBusy, prepared } from './connection.ts';

const database = await createSharedDatabase();

const one = { ...database.connection, max: 1 };

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
  const db = connectForTest(one);
  const ask = (front: typeof prepared, id: number) =>
    db.selectFrom('users').modifyFront(front).select('id').where('id', '=', id).execute();
  for (let id = 1; id <= 8; id += 1) {
    await ask(prepared, id);
    await ask(sql`/* each time */`, id);
  }
  const { rows } = await sql`select generic_plans + custom_plans as calls, generic_plans as kept
    from pg_prepared_statements`.execute(db);
  expect(rows).toEqual([{ calls: 8, kept: 3 }]);
});

const tooBusy = { status: 'rejected', reason: expect.any(DatabaseBusy) };

// Covers: fault-10
test('a caller who waits too long for a connection is rejected, and blocks no connection', async () => {
  const db = connectForTest(one, { longestWait: 100 });
  const held = sql`select pg_sleep(1)`.execute(db);
  const ask = () => sql`select 1 as one`.execute(db);
  expect(await Promise.allSettled([ask(), ask()])).toMatchObject([tooBusy, tooBusy]);
  await held;
  expect((await ask()).rows).toEqual([{ one: 1 }]);
});

test('of several callers in one turn, only one gets the idle connection, and the others wait no longer than usual', async () => {
  const db = connectForTest(one, { longestWait: 100 });
  const pause = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(db);
  await pause(0);
  const answers = await Promise.allSettled([pause(1), pause(0)]);
  expect(answers).toMatchObject([{ status: 'fulfilled' }, tooBusy]);
});

test('an extra connection has its own limits and the same role', async () => {
  const short = connectForTest({ ...one, role: applicationRole }, { statementTimeout: 1_234 });
  const separate = connectSeparately(short, { statementTimeout: 60_000 });
  onTestFinished(() => separate.destroy());
  const asked = sql`select current_user as role, current_setting('statement_timeout') as most`;
  expect((await asked.execute(short)).rows).toEqual([{ role: applicationRole, most: '1234ms' }]);
  expect((await asked.execute(separate)).rows).toEqual([{ role: applicationRole, most: '1min' }]);
});
