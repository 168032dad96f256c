import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { seeded } from '../../demo/seeded.ts';
import { changeAtRandom } from '../../testing/random-changes.ts';
import { changeRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser } from '../../testing/test-app.ts';
import { createSharedDatabase } from '../../testing/test-database.ts';
import { countedTimeZone, followTimeZone, recount, rollUpCounts } from './counts.ts';

const zone = 'Asia/Kolkata';
const right = { applicants: 0, verifications: 0, texts: 0 };
const { db, connection } = await createSharedDatabase();
const agents: number[] = [];
for (let n = 0; n < 5; n += 1) agents.push((await addUser(db, 'agent')).id);
const [agent = 0] = agents;

const counts = async () => {
  const { rows } = await sql<{ kept: number; counted: number }>`
    select (select coalesce(sum(pending + assigned + visited + submitted), 0)::bigint from applicant_sums
        where span = 'all') as kept,
      (select count(*) from applicants where deleted_at is null) as counted`.execute(db);
  return rows[0];
};

test('the stored counts equal a recount after any concurrent changes', async () => {
  const chance = seeded(20_260_601);
  const worker = async (steps: number) => {
    for (let step = 0; step < steps; step += 1) {
      await changeAtRandom(db, chance, agents);
      if (step % 10 === 0) {
        // One query returns both counts, so changes by other workers can't make them differ.
        const seen = await counts();
        expect(seen?.kept).toBe(seen?.counted);
      }
    }
  };
  await Promise.all(Array.from({ length: 8 }, () => worker(40)));
  expect(await recount(db, zone)).toEqual(right);
  await rollUpCounts(db);
  expect(await recount(db, zone)).toEqual(right);
  expect((await counts())?.counted).toBeGreaterThan(100);
});

test('a recount corrects wrong counts and reports how many', async () => {
  await addApplicant(db, { assigned_agent_id: agent });
  await rollUpCounts(db);
  await sql`update applicant_counts set pending = pending + 1
    where (span, start, portfolio_name) = (select span, start, portfolio_name from applicant_counts limit 1)`.execute(
    db,
  );
  await sql`update verification_counts set positive = positive + 3`.execute(db);
  expect(await recount(db, zone)).toEqual({ applicants: 1, verifications: 1, texts: 0 });
  expect(await recount(db, zone)).toEqual(right);
});

test('the days follow the time zone', async () => {
  await addApplicant(db, { portfolio_name: 'Midnight', created_at: '2026-03-05T20:00:00Z' });
  const days = async () => {
    const { rows } = await sql<{ start: string }>`select distinct start::text from applicant_sums
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

test('only changes that can affect a search count as changes to it', async () => {
  const stored = sql<{ verifications: number; verification_texts: number }>`change_counts`;
  const changes = () => db.selectFrom(stored.as('stored')).selectAll().executeTakeFirstOrThrow();
  const { id } = await addVerificationRow(db, agent);
  const before = await changes();
  await db.updateTable('verifications').set({ evidence_due: false, image_count: 1 }).execute();
  expect(await changes()).toEqual(before);

  const decided = {
    admin_decision: 'positive',
    decided_by: agent,
    decided_at: new Date(),
  } as const;
  await changeRows(db, 'verifications', { id }, decided);
  expect(await changes()).toEqual({ ...before, verifications: before.verifications + 1 });
  await rollUpCounts(db);
  expect(await changes()).toEqual({ ...before, verifications: before.verifications + 1 });

  await addVerificationRow(db, agent);
  expect(await changes()).toMatchObject({
    verifications: before.verifications + 2,
    verification_texts: before.verification_texts + 1,
  });
});

test('truncating the tables sets the counts to zero', async () => {
  const owner = new pg.Client(connection);
  await owner.connect();
  await owner.query('truncate applicants, verifications cascade').finally(() => owner.end());
  expect(await counts()).toEqual({ kept: 0, counted: 0 });
  expect(await recount(db, zone)).toEqual(right);
});
