import { randomUUID } from 'node:crypto';
import type { VerificationSummary } from '@doorstep/contract/verifications';
import { decisionFilters } from '@doorstep/contract/verifications/decision';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seeded } from '../../demo/seeded.ts';
import { exportSources } from '../../jobs/export-sources.ts';
import {
  addLenders,
  isWithin,
  matches,
  queryOf,
  randomApplicant,
  randomFilters,
} from '../../testing/filters.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin');
const lenders = await addLenders(server.db);
const agents = [(await addUser(server.db, 'agent')).id, (await addUser(server.db, 'agent')).id];

const ask = (filter: object, by = admin) =>
  by.get(`verification_tasks/?fields=list&${queryOf(filter)}`);

test('a page past the end of a filter is a 404, and agents can’t filter', async () => {
  expect((await ask({ outcome: 'locked', page: 2 })).statusCode).toBe(404);
  expect((await ask({ due: 'late' }, await signIn(server, 'agent'))).statusCode).toBe(403);
});

// Covers: filters-1
test.each([
  ['lender', 'HDFC'],
  ['agent', 'x'],
  ['due', 'soon'],
  ['outcome', 'asleep'],
  ['pin', ''.padEnd(7, '4')],
  ['from', '26-02-01'],
])('a malformed value is a 400 that names it: %s=%s', async (name, value) => {
  const answer = await ask({ [name]: value });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name]);
});

// Covers: filters-2
test('filters find what a check of each row finds, in order, and so do exports', async () => {
  const { verifications: source } = exportSources(server.platform);
  const chance = seeded(20_261_127);
  const { db } = server;
  for (let n = 0; n < 60; n += 1) {
    const applicant = randomApplicant(chance, lenders, agents);
    const { id } = await addApplicant(db, { application_id: `VER-${n}`, ...applicant });
    const agent_id = chance.pick(agents);
    const decision = chance.pick(decisionFilters);
    await db
      .insertInto('verifications')
      .values({
        ...{ applicant_id: id, agent_id, overall_observation: 'positive' as const },
        outcome: chance.pick(['met', 'locked', 'shifted'] as const),
        submitted_at: new Date(Date.parse(applicant.created_at) + 3_600_000).toISOString(),
        admin_decision: decision,
        ...(decision !== 'pending' && { decided_by: admin.user.id, decided_at: sql`now()` }),
        ...{ idempotency_key: randomUUID(), request_sha256: Buffer.alloc(32) },
      })
      .execute();
  }
  const stored = await db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .select(['v.id', 'v.agent_id', 'v.outcome', 'v.submitted_at', 'v.admin_decision'])
    .select(['a.portfolio_name', 'a.pin_code', 'a.application_id'])
    .select(['a.due_at', 'a.clock_runs', 'a.paused_at'])
    .execute();
  for (const { chance: pick, filter } of randomFilters(50, lenders, agents)) {
    const admin_decision = pick.next() < 0.3 ? pick.pick(decisionFilters) : undefined;
    const outcome = pick.next() < 0.3 ? pick.pick(['met', 'locked', 'shifted']) : undefined;
    const search = pick.next() < 0.2 ? 'VER-1' : undefined;
    const expected = stored.filter(
      (row) =>
        matches(filter, row, lenders) &&
        isWithin(filter, row.submitted_at) &&
        (filter.agent === undefined || row.agent_id === filter.agent) &&
        (admin_decision === undefined || row.admin_decision === admin_decision) &&
        // These verifications have no recorded visit, so none of them is found by the outcome `met`.
        (outcome === undefined || (outcome !== 'met' && row.outcome === outcome)) &&
        (search === undefined || row.application_id.startsWith(search)),
    );
    const dueOf = (row: (typeof stored)[number]) =>
      row.clock_runs && row.due_at ? Date.parse(row.due_at) : Number.POSITIVE_INFINITY;
    const isByDay = filter.from !== undefined || filter.to !== undefined;
    expected.sort((a, b) => {
      if (filter.sort === 'due' && dueOf(a) !== dueOf(b)) return dueOf(a) - dueOf(b);
      if (filter.sort !== 'due' && isByDay && a.submitted_at !== b.submitted_at)
        return a.submitted_at < b.submitted_at ? 1 : -1;
      return b.id - a.id;
    });
    const asked = { ...filter, admin_decision, outcome, search, page_size: 100 };
    const answer = await ask(asked);
    expect(answer.statusCode, answer.body).toBe(200);
    const { results, count } = answer.json<{ results: VerificationSummary[]; count: number }>();
    expect(count, JSON.stringify(asked)).toBe(expected.length);
    const ids = results.map(({ verification_id }) => verification_id);
    expect(ids, JSON.stringify(asked)).toEqual(expected.map(({ id }) => id));
    const exported = await source.findIds(Object.fromEntries(queryOf(asked)), 1_000);
    expect(exported, JSON.stringify(asked)).toEqual(ids.toSorted((a, b) => b - a));
  }
});
