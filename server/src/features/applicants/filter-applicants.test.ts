import { applicantStatuses } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { seeded } from '../../demo/seeded.ts';
import { exportSources } from '../../jobs/export-sources.ts';
import { addApplicants, applicantLists } from '../../testing/applicants.ts';
import {
  addLenders,
  isWithin,
  matches,
  queryOf,
  randomApplicant,
  randomFilters,
} from '../../testing/filters.ts';
import { setDue } from '../../testing/lenders.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
const lenders = await addLenders(db);
const agents = [(await addUser(db, 'agent')).id, (await addUser(db, 'agent')).id];
const { ask, list, found } = applicantLists(admin);
beforeEach(async () => {
  await db.deleteFrom('applicants').execute();
});

// Covers: filters-1
test('an unknown lender, agent or portfolio finds nothing, nor do contradictory filters', async () => {
  await addApplicant(db, { portfolio_name: 'Axis Home' });
  const none = [
    { lender: 999_999 },
    { agent: 999_999, from: '2020-01-01' },
    { agent: '999999999999999' },
    { agent: admin.user.id, search: 'axis' },
    { lender: lenders.open.id, portfolio_name: 'Bank Home' },
    { status: 'pending', assigned: 'true' },
  ];
  const { applicants: source } = exportSources(server.platform);
  for (const filter of none) {
    expect(await found(filter)).toEqual([]);
    expect(await source.findIds(Object.fromEntries(queryOf(filter)), 1)).toEqual([]);
  }
});

function searched<Row extends { application_id: string; portfolio_name: string }>(
  rows: Row[],
  term: string,
) {
  const exact = rows.filter(({ application_id }) => application_id === term.toUpperCase());
  if (exact.length > 0) return exact;
  return rows.filter((row) =>
    `${row.application_id} ${row.portfolio_name}`.toLowerCase().includes(term.toLowerCase()),
  );
}

// Covers: filters-2
test('filters find what a check of each row finds, in order, over pages, and so do exports', async () => {
  const chance = seeded(20_261_125);
  const { applicants: source } = exportSources(server.platform);
  const rows = Array.from({ length: 100 }, () => randomApplicant(chance, lenders, agents));
  for (const [index, row] of rows.entries()) {
    const { id } = await addApplicant(db, { application_id: `APP-${index}`, ...row });
    if (chance.next() < 0.05 && row.status === 'pending') {
      await sql`update applicants set deleted_at = now() where id = ${id}`.execute(db);
    }
  }
  const stored = await db
    .selectFrom('applicants')
    .selectAll()
    .where('deleted_at', 'is', null)
    .execute();
  for (const { chance: pick, filter } of randomFilters(50, lenders, agents)) {
    const status = pick.next() < 0.3 ? pick.pick(applicantStatuses) : undefined;
    const assigned = pick.next() < 0.2 ? pick.pick(['true', 'false']) : undefined;
    const search = pick.next() < 0.2 ? pick.pick(['app-1', 'home', 'APP-7']) : undefined;
    const unsearched = stored.filter(
      (row) =>
        matches(filter, row, lenders) &&
        isWithin(filter, row.created_at) &&
        (filter.agent === undefined || row.assigned_agent_id === filter.agent) &&
        (status === undefined || row.status === status) &&
        (assigned === undefined || String(row.assigned_agent_id !== null) === assigned),
    );
    const expected = search === undefined ? unsearched : searched(unsearched, search);
    const isByDay = filter.from !== undefined || filter.to !== undefined;
    const dueOf = (row: (typeof stored)[number]) =>
      row.clock_runs && row.due_at ? Date.parse(row.due_at) : Number.POSITIVE_INFINITY;
    expected.sort((a, b) => {
      if (filter.sort === 'due' && dueOf(a) !== dueOf(b)) return dueOf(a) - dueOf(b);
      if (filter.sort !== 'due' && isByDay && a.created_at !== b.created_at)
        return a.created_at < b.created_at ? 1 : -1;
      return b.id - a.id;
    });
    const asked = { ...filter, status, assigned, search, page_size: 40 };
    const ids: number[] = [];
    for (let page = 1; page === 1 || ids.length < expected.length; page += 1) {
      const { results, count } = await list({ ...asked, page });
      expect(count, JSON.stringify(asked)).toBe(expected.length);
      ids.push(...results.map(({ id }) => id));
      if (results.length === 0) break;
    }
    expect(ids, JSON.stringify(asked)).toEqual(expected.map(({ id }) => id));
    const exported = await source.findIds(Object.fromEntries(queryOf(asked)), 1_000);
    expect(exported, JSON.stringify(asked)).toEqual(ids.toSorted((a, b) => b - a));
  }
});

// Covers: filters-3
test('a filter with more matches than the limit marks its count as a minimum, unless the stored counts cover it', async () => {
  await addApplicants(db, 10_005, (n) => ({
    ...{ application_id: `MANY-${n}`, portfolio_name: 'Axis Home', pin_code: '411001' },
  }));
  expect(await list({ pin: '4110' })).toMatchObject({ count: 10_000, count_is_minimum: true });
  const last = await list({ pin: '4110', page: 100, page_size: 100 });
  expect(last.results).toHaveLength(100);
  expect(last.results.at(-1)?.application_id).toBe('MANY-6');
  expect((await ask({ pin: '4110', page: 101, page_size: 100 })).statusCode).toBe(404);
  const all = await list({ lender: lenders.open.id, from: '2020-01-01' });
  expect(all).toMatchObject({ count: 10_005 });
  expect(all).not.toHaveProperty('count_is_minimum');
  const due = await list({ lender: lenders.open.id, sort: 'due', page: 3 });
  expect(due.results[0]?.application_id).toBe('MANY-9985');
});

// Covers: filters-4
test('the late and due filters follow a change of the clock', async () => {
  const add = (application_id: string) =>
    addApplicant(db, { application_id, portfolio_name: 'Axis Home' });
  const [late, soon] = [await add('LATE'), await add('SOON')];
  await setDue(db, late.id, lenders.open.ruleId, -3_600_000);
  await setDue(db, soon.id, lenders.open.ruleId, 3_600_000);
  expect(await found({ due: 'late' })).toEqual(['LATE']);
  expect(await found({ due: '2h' })).toEqual(['SOON']);
  expect(await found({ sort: 'due' })).toEqual(['LATE', 'SOON']);
  await sql`update applicants set paused_at = now() where id = ${late.id}`.execute(db);
  expect(await found({ due: 'late' })).toEqual([]);
  expect(await found({ sort: 'due' })).toEqual(['SOON', 'LATE']);
  expect(await found({ due: 'paused' })).toEqual(['LATE']);
  expect(await found({ due: 'question' })).toEqual([]);
  await db
    .insertInto('clock_pauses')
    .values({ applicant_id: late.id, because: 'lender_query', by_id: agents[0] ?? 0 })
    .execute();
  expect(await found({ due: 'question' })).toEqual(['LATE']);
  await sql`update applicants set withdrawn_at = now() where id = ${late.id}`.execute(db);
  expect(await found({ due: 'paused' })).toEqual([]);
  expect(await found({ due: 'question' })).toEqual([]);
});
