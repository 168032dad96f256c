import { type Kysely, sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import {
  addVisitAt,
  checksOf,
  minute,
  timeZone,
} from '../../testing/evidence/evidence-database.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addUser } from '../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { dueChecks } from './check-due.ts';

let own: TestDatabase;
let owner: Kysely<Database>;
let agentId: number;
let givenUp: [id: number, error: string][];
let run: () => Promise<number>;

beforeEach(async () => {
  await drop();
  own = await createTestDatabase();
  owner = connect(own.connection);
  agentId = (await addUser(own.db, 'agent')).id;
  givenUp = [];
  run = checksOf(own.db, (id, error) => givenUp.push([id, (error as { code: string }).code]));
});
afterAll(() => drop());
async function drop() {
  await owner?.destroy();
  await own?.drop();
}

const add = async () => (await addVerificationRow(own.db, agentId)).id;

/** Makes the database fail with this SQLSTATE when a check marks the verification as checked. */
async function refuse(id: number, state: string): Promise<void> {
  await sql`
    create or replace function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused' using errcode = ${sql.lit(state)}; end $$`.execute(owner);
  await sql`
    create or replace trigger refused before update on verifications for each row
    when (new.id = ${sql.lit(id)} and new.evidence_checked_at is not null) execute function refuse()`.execute(
    owner,
  );
}
const relent = () => sql`drop trigger refused on verifications`.execute(owner);

async function standing(id: number) {
  const { evidence_due, evidence_checked_at } = await readRow(own.db, 'verifications', { id }, [
    'evidence_due',
    'evidence_checked_at',
  ]);
  return { isDue: evidence_due, isChecked: evidence_checked_at !== null };
}
const morning = Date.parse('2026-03-05T05:00:00Z');
const due = { isDue: true, isChecked: false };
const checked = { isDue: false, isChecked: true };
const unchecked = { isDue: false, isChecked: false };

// Covers: evidence-14
test.each([
  ['two transactions deadlock', '40P01'],
  ['a statement takes too long', '57014'],
  ['the database is stopped', '57P01'],
])('when %s the verification stays due, and the others are checked', async (_, state) => {
  const [first, second] = [await add(), await add()];
  await refuse(first, state);
  expect(await run()).toBe(1);
  expect(await standing(first)).toEqual(due);
  expect(await standing(second)).toEqual(checked);
  await relent();
  expect(await run()).toBe(1);
  expect(await standing(first)).toEqual(checked);
  expect(givenUp).toEqual([]);
});

// Covers: evidence-14
test('a connection cut during a check leaves the verification due', async () => {
  const id = await add();
  await owner.transaction().execute(async (trx) => {
    await sql`lock table evidence_thresholds in access exclusive mode`.execute(trx);
    const running = run();
    await expect
      .poll(async () => {
        const { rows } = await sql<{ cut: boolean }>`
          select pg_terminate_backend(pid) as cut from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(owner);
        return rows;
      })
      .toEqual([{ cut: true }]);
    expect(await running).toBe(0);
  });
  expect(await standing(id)).toEqual(due);
  expect(await run()).toBe(1);
  expect(await standing(id)).toEqual(checked);
  expect(givenUp).toEqual([]);
});

// Covers: evidence-14
test('a verification that can’t be checked is given up immediately, and reported once', async () => {
  const [first, second] = [await add(), await add()];
  await refuse(first, '22012');
  expect(await run()).toBe(1);
  await run();
  expect(await standing(first)).toEqual(unchecked);
  expect(await standing(second)).toEqual(checked);
  expect(givenUp).toEqual([[first, '22012']]);
});

// Covers: evidence-14
test('a verification that repeatedly times out is finally given up', async () => {
  const id = await add();
  await refuse(id, '57014');
  for (let tries = 1; tries < 10; tries += 1) {
    await run();
    expect(await standing(id)).toEqual(due);
  }
  await run();
  await run();
  expect(await standing(id)).toEqual(unchecked);
  expect(givenUp).toEqual([[id, '57014']]);
});

// Covers: evidence-3
test('of a crowd at one spot twelve are named, and all are checked again', async () => {
  const visit = (pin_code: string, minutes: number) => {
    const spot = { latitude: 12.97, longitude: 77.59, accuracy_m: 10 };
    return addVisitAt(own.db, agentId, morning + minutes * minute, { pin_code, ...spot });
  };
  for (let nth = 0; nth < 15; nth += 1) await visit('560001', nth * 20);
  await run();
  await visit('560002', 310);
  await run();
  const { rows } = await sql<{ named: number; more: number | null }>`
    select jsonb_array_length(f.details -> 'cases') as named, (f.details -> 'moreCases')::int as more
    from evidence_findings f join verifications v on v.id = f.verification_id
    where f.check_id = 'place.one_desk' order by v.id`.execute(own.db);
  expect(rows).toEqual([
    ...Array.from({ length: 15 }, () => ({ named: 1, more: null })),
    { named: 12, more: 3 },
  ]);
});

// Covers: evidence-14
test('two verifications with different findings about each other do not trigger checks endlessly', async () => {
  const metre = 1 / 111_195;
  const visits: number[] = [];
  // The first two visits are at one spot, and the other two are kilometres away. All have different pin
  // codes.
  for (const [nth, north] of [0, 0, 4_000, 6_000].entries()) {
    const place = { latitude: 19 + north * metre, longitude: 72.8, accuracy_m: 10 };
    const more = { pin_code: `40000${nth + 1}`, ...place };
    visits.push((await addVisitAt(own.db, agentId, morning + nth * minute, more)).verificationId);
  }
  // A check reads the place of its own visit from `verifications`, but those of other visits from `visits`.
  // So only the check of the second verification sees four places that are two kilometres apart.
  const [first, second = 0] = visits;
  await changeRows(own.db, 'verifications', { id: second }, { latitude: 19 + 2_000 * metre });
  let looks = 0;
  const signal = {
    get aborted() {
      looks += 1;
      return looks > 50;
    },
  } as AbortSignal;
  const check = dueChecks({ db: own.db, provider: { timeZone } }, () => {});
  const done = await check(signal);
  const found = await own.db
    .selectFrom('evidence_findings')
    .select(['verification_id', 'check_id'])
    .where('check_id', 'in', ['visit.dense', 'place.one_desk'])
    .orderBy('verification_id')
    .execute();
  expect(found).toEqual([
    { verification_id: first, check_id: 'place.one_desk' },
    { verification_id: second, check_id: 'visit.dense' },
  ]);
  expect(done).toBeLessThan(12);
  expect(looks).toBeLessThan(50);
});
