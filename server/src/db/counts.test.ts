import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../demo/seeded.ts';
import { addApplicant, addUser } from '../testing/test-app.ts';
import { countedTimeZone, foldCounts, followTimeZone, recount } from './counts.ts';
import type { Database } from './schema.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const zone = 'Asia/Kolkata';
const right = { applicants: 0, verifications: 0 };
let test_: TestDatabase;
let db: Kysely<Database>;
let agents: number[];

beforeAll(async () => {
  test_ = await createTestDatabase();
  db = test_.db;
  agents = [];
  for (let n = 0; n < 5; n += 1) agents.push((await addUser(db, 'agent')).id);
});
afterAll(() => test_.drop());

const counts = async () => {
  const { rows } = await sql<{ kept: number; counted: number }>`
    select (select coalesce(sum(pending + assigned + visited + submitted), 0)::bigint from applicant_sums
        where span = 'all') as kept,
      (select count(*) from applicants where deleted_at is null) as counted`.execute(db);
  return rows[0];
};

/** One random change, of the kinds that the application makes; refused ones leave nothing. */
function change(chance: ReturnType<typeof seeded>) {
  const agent = chance.pick(agents);
  const portfolio = `Portfolio ${chance.between(1, 6)}`;
  const some = chance.between(1, 40);
  const prefix = randomUUID();
  const pick = sql`(select id from applicants where deleted_at is null order by md5(id::text || ${prefix}) limit ${some}
    for update skip locked)`;
  return chance.pick([
    sql`insert into applicants (application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code,
        address, created_at)
      select ${prefix} || n, 'Name', ${portfolio}, 'OFFICE', '9820098200', '400001', 'Road',
        now() - make_interval(hours => n * 7)
      from generate_series(1, ${some}::int) as n`,
    sql`update applicants set status = 'assigned', assigned_agent_id = ${agent} where id in ${pick} and status = 'pending'`,
    sql`update applicants set status = 'pending', assigned_agent_id = null
      where assigned_agent_id = ${agent} and status = 'assigned'`,
    sql`update applicants set deleted_at = now() where id in ${pick} and status = 'pending'`,
    sql`update applicants set portfolio_name = ${portfolio}, created_at = created_at - interval '3 days' where id in ${pick}`,
    sql`delete from applicants where id in ${pick} and status = 'pending'`,
    sql`with visited as (
        update applicants set status = 'visited' where id in ${pick} and status = 'assigned'
        returning id, assigned_agent_id
      ) insert into verifications (applicant_id, agent_id, overall_observation, idempotency_key, request_sha256)
      select id, assigned_agent_id, 'positive', ${prefix} || id, ''::bytea from visited`,
    sql`update verifications set admin_decision = ${chance.pick(['positive', 'negative'])}, decided_by = ${agent},
        decided_at = now()
      where id in (select id from verifications order by md5(id::text || ${prefix}) limit ${some} for update skip locked)`,
    sql`select fold_counts()`,
  ]);
}

test('the kept sums are what counting says, whatever happens at once', async () => {
  const chance = seeded(20_260_601);
  const worker = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      const [first, second] = [change(chance), change(chance)];
      const givesUp = chance.next() < 0.1;
      await db
        .transaction()
        .execute(async (trx) => {
          await first.execute(trx);
          await second.execute(trx);
          if (givesUp) throw new Error('given up');
        })
        .catch((error: unknown) => {
          // Two transactions may lock the same applicants crosswise; the database then ends one of them.
          const isDeadlock = error instanceof pg.DatabaseError && error.code === '40P01';
          if (!isDeadlock && !(error instanceof Error && error.message === 'given up')) throw error;
        });
      if (step % 10 === 0) {
        // In one snapshot, in the middle of everything.
        const seen = await counts();
        expect(seen?.kept).toBe(seen?.counted);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, () => worker(40)));
  expect(await recount(db, zone)).toEqual(right);
  await foldCounts(db);
  expect(await recount(db, zone)).toEqual(right);
  expect((await counts())?.counted).toBeGreaterThan(100);
}, 60_000);

test('a recount mends what is wrong and says how much', async () => {
  await addApplicant(db, { assigned_agent_id: agents[0] ?? 0 });
  await sql`update applicant_sums set pending = pending + 1
    where (span, start, portfolio_name, writer) = (select span, start, portfolio_name, writer from applicant_sums limit 1)`.execute(
    db,
  );
  await sql`update verification_sums set positive = positive + 3`.execute(db);
  expect(await recount(db, zone)).toEqual({ applicants: 1, verifications: 1 });
  expect(await recount(db, zone)).toEqual(right);
});

test('the days follow the time zone', async () => {
  await addApplicant(db, { portfolio_name: 'Midnight', created_at: '2026-03-05T20:00:00Z' });
  const days = async () => {
    const { rows } = await sql<{ start: string }>`select start::text from applicant_sums
      where span = 'day' and portfolio_name = 'Midnight'`.execute(db);
    return rows.map(({ start }) => start);
  };
  expect(await days()).toEqual(['2026-03-06']);
  expect(await followTimeZone(db, zone)).toBe(false);
  expect(await followTimeZone(db, 'America/New_York')).toBe(true);
  expect(await countedTimeZone(db)).toBe('America/New_York');
  expect(await days()).toEqual(['2026-03-05']);
  await followTimeZone(db, zone);
});

test('emptying the tables empties the sums', async () => {
  const owner = new pg.Client(test_.connection);
  await owner.connect();
  await owner.query('truncate applicants, verifications cascade').finally(() => owner.end());
  expect(await counts()).toEqual({ kept: 0, counted: 0 });
  expect(await recount(db, zone)).toEqual(right);
});
