import { Applicant } from '@doorstep/contract/applicants';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addApplicants, applicantLists } from '../../testing/applicants.ts';
import { changeRows } from '../../testing/rows.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
const asha = await addUser(db, 'agent', { name: 'Asha Verma' });
const ravi = await addUser(db, 'agent');
const { ask, list, found } = applicantLists(admin);
beforeEach(async () => {
  await db.deleteFrom('applicants').execute();
});

const change = (id: number, values: Parameters<typeof changeRows<'applicants'>>[3]) =>
  changeRows(db, 'applicants', { id }, values);
const hide = (id: number) => change(id, { deleted_at: new Date() });

test('answers 404 past the last page, and an empty first page', async () => {
  expect(await list()).toEqual({ results: [], count: 0, next: null, previous: null });
  // No rule exists, so nothing has a due time.
  expect(await list({ due: '2h' })).toMatchObject({ count: 0 });
  await addApplicant(db, { application_id: 'AL-7', assigned_agent_id: asha.id });
  for (const query of [
    { page: 2 },
    { page: 2, search: 'test' },
    { page: 2, search: 'al-7' },
    { page: 100_000_000, page_size: 100 },
    { page: 2, agent: admin.user.id },
    { page: 2, pin: '4' },
    { page: 2, lender: 999_999 },
    { page: 2, from: '2020-01-01' },
  ]) {
    const answer = await ask(query);
    expect([query, answer.statusCode]).toEqual([query, 404]);
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining('the last page is 1') });
  }
});

// Covers: filters-1
test.each([
  ['page', '0'],
  ['page', 'one'],
  ['page_size', '101'],
  ['assigned', 'yes'],
  ['status', 'done'],
  ['search', 'x'.repeat(201)],
  ['search_fields', 'x'.repeat(201)],
  ['lender', 'HDFC'],
  ['agent', '-1'],
  ['agent', '1.5'],
  ['agent', '1'.repeat(16)],
  ['due', 'soon'],
  ['pin', '40a'],
  ['pin', '4000011'],
  ['from', '2026-02-30'],
  ['to', 'today'],
  ['sort', 'name'],
])('names the invalid parameter: %s=%j', async (name, value) => {
  const answer = await ask({ [name]: value });
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name]);
});

test('rejects a character that the database cannot store', async () => {
  expect((await ask({ search: '\0' })).statusCode).toBe(400);
});

test('lists every field, and the assigned agent completely', async () => {
  const row = await addApplicant(db, { assigned_agent_id: asha.id });
  // The applicant has no unread messages, and no clock, because its portfolio has no lender.
  const { unread_since: _, ...shape } = Applicant.shape;
  const names = Object.keys(shape) as (keyof typeof row)[];
  const { id, name, email, phone_number } = asha;
  const expected = {
    ...Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
    assigned_agent: { id, name, email, phone_number, is_admin: false },
  };
  expect((await list()).results).toEqual([expected]);
  expect((await list({ search: row.application_id })).results).toEqual([expected]);
});

// Covers: applicants-2, other-clients-4, asvs-1
test('searches id, portfolio and application id, trimmed and in any case, or the requested fields', async () => {
  const add = (application_id: string, portfolio_name: string, applicant_name: string) =>
    addApplicant(db, { application_id, portfolio_name, applicant_name });
  const { id } = await add('HL-2026-77', 'Lakshmi Gold', 'Asha');
  await add('PL/9', 'Axis Ünit', 'Lakshmi Rao');
  for (const wildcard of ['50%-A', '50_-B', '50\\-C', '50x-D']) await add(wildcard, 'P', 'N');
  await hide((await add('HL-GONE', 'Lakshmi', 'Lakshmi')).id);

  for (const [search, expected, search_fields] of [
    [' hl-2026 ', ['HL-2026-77']],
    ['LAKSHMI', ['HL-2026-77']],
    ['mi go', ['HL-2026-77']],
    ['ünit', ['PL/9']],
    ['Ü', ['PL/9']],
    ['l/', ['PL/9']],
    [String(id), ['HL-2026-77']],
    [String(id).slice(1), ['HL-2026-77']],
    ['hl-gone', []],
    ['   ', ['50x-D', '50\\-C', '50_-B', '50%-A', 'PL/9', 'HL-2026-77']],
    // Wildcards have no special meaning.
    ['50%', ['50%-A']],
    ['50_-', ['50_-B']],
    ['50\\', ['50\\-C']],
    ["' or 1=1 --", []],
    ['lakshmi', ['HL-2026-77'], ''],
    ['lakshmi', ['PL/9'], 'applicant_name'],
    ['gold', [], 'id'],
    ['hl-', ['HL-2026-77'], 'id,application_id'],
    // Unknown fields are ignored.
    ['lakshmi', ['PL/9'], 'mobile_number,applicant_name'],
    ['lakshmi', ['PL/9'], 'applicant_name,constructor, id'],
    ['hl-', ['HL-2026-77'], 'mobile_number'],
  ] as const) {
    const ids = await found({ search, search_fields });
    expect([search, search_fields, ids]).toEqual([search, search_fields, expected]);
  }
});

test('a complete application number finds only its applicants', async () => {
  for (const application_id of ['AL-7', 'AL-77']) await addApplicant(db, { application_id });
  expect(await found({ search: 'al-7' })).toEqual(['AL-7']);
  expect(await found({ search: 'l-7' })).toEqual(['AL-77', 'AL-7']);
  expect(await found({ search: 'al-7', search_fields: 'applicant_name' })).toEqual([]);

  const office = { application_id: 'AL-7', portfolio_name: 'Apart', visit_type: 'OFFICE' };
  const { id: first } = await addApplicant(db, office);
  const { id: second } = await addApplicant(db, { ...office, visit_type: 'OFFICE 2' });
  expect(await found({ search: 'al-7' })).toEqual(['AL-7', 'AL-7', 'AL-7']);
  expect(await found({ search: 'l-7' })).toEqual(['AL-7', 'AL-7', 'AL-77', 'AL-7']);
  const { results, count } = await list({ search: 'AL-7', portfolio_name: 'Apart' });
  expect([results.map(({ id }) => id), count]).toEqual([[second, first], 2]);
  const page = await list({ search: 'al-7', page: 2, page_size: 2 });
  expect([page.results.length, page.count, page.next]).toEqual([1, 3, null]);
});

test('a repeated search sees changes of everything that it reads', async () => {
  const expectFound = async (expected: Record<'all' | 'waiting' | 'ravi' | 'byName', string[]>) =>
    expect({
      all: await found({ search: 'fresh' }),
      waiting: await found({ search: 'fresh', assigned: 'false' }),
      ravi: await found({ search: 'fresh', agent: ravi.id }),
      byName: await found({ search: 'RAO', search_fields: 'application_id,applicant_name' }),
    }).toEqual(expected);
  await expectFound({ all: [], waiting: [], ravi: [], byName: [] });
  const a = await addApplicant(db, { application_id: 'FRESH-A', applicant_name: 'Usha Rao' });
  const b = await addApplicant(db, { application_id: 'B', portfolio_name: 'Fresh' });
  const all = ['B', 'FRESH-A'];
  await expectFound({ all, waiting: all, ravi: [], byName: ['FRESH-A'] });
  await change(b.id, { status: 'assigned', assigned_agent_id: ravi.id });
  await expectFound({ all, waiting: ['FRESH-A'], ravi: ['B'], byName: ['FRESH-A'] });
  await change(b.id, { assigned_agent_id: asha.id, applicant_name: 'Asha Rao' });
  await expectFound({ all, waiting: ['FRESH-A'], ravi: [], byName: all });
  await change(a.id, { applicant_name: 'Usha' });
  await expectFound({ all, waiting: ['FRESH-A'], ravi: [], byName: ['B'] });
  await hide(a.id);
  await expectFound({ all: ['B'], waiting: [], ravi: [], byName: ['B'] });
  await change(a.id, { deleted_at: null });
  await expectFound({ all, waiting: ['FRESH-A'], ravi: [], byName: ['B'] });
});

// Covers: applicants-11
test('lists the applicants of one agent, alone and with every other filter', async () => {
  const add = (application_id: string, agent: { id: number }, status: string, portfolio = 'Axis') =>
    addApplicant(db, {
      ...{ application_id, assigned_agent_id: agent.id, portfolio_name: portfolio },
      status: status as 'assigned',
    });
  await addApplicant(db, { application_id: 'WAITS' });
  await add('OPEN-1', asha, 'assigned');
  await add('OPEN-2', asha, 'assigned', 'Metro');
  await add('DONE', asha, 'submitted', 'Metro');
  await add('OTHERS', ravi, 'assigned');
  await hide((await add('GONE', asha, 'assigned')).id);

  for (const [more, expected] of [
    [{}, ['DONE', 'OPEN-2', 'OPEN-1']],
    [{ status: 'assigned' }, ['OPEN-2', 'OPEN-1']],
    [{ portfolio_name: 'Metro' }, ['DONE', 'OPEN-2']],
    [{ assigned: 'true' }, ['DONE', 'OPEN-2', 'OPEN-1']],
    [{ assigned: 'false' }, []],
    [{ status: 'pending' }, []],
    [{ search: 'OTHERS' }, []],
    [{ search: 'open-1' }, ['OPEN-1']],
    [{ search: 'open' }, ['OPEN-2', 'OPEN-1']],
    [{ search: 'axis' }, ['OPEN-1']],
    [{ search: 'metr', status: 'assigned' }, ['OPEN-2']],
    [{ search: 'o' }, ['DONE', 'OPEN-2', 'OPEN-1']],
  ] as const) {
    expect([more, await found({ agent: asha.id, ...more })]).toEqual([more, expected]);
  }
});

test('finds a deep page by the stored blocks, and the pages of a filter', async () => {
  await addApplicants(db, 5_000, (n) => ({
    portfolio_name: `Portfolio ${n % 3}`,
    ...(n % 4 === 0 && { assigned_agent_id: n % 8 === 0 ? asha.id : ravi.id }),
    ...(n % 16 === 0 && { status: 'submitted' }),
  }));
  await sql`update applicants set deleted_at = now() where id % 7 = 0`.execute(db);
  const stored = await db
    .selectFrom('applicants')
    .select(['id', 'status', 'portfolio_name', 'assigned_agent_id'])
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const idsOf = ({ results }: Awaited<ReturnType<typeof list>>) => results.map(({ id }) => id);

  for (const filter of [
    {},
    { assigned: 'true' },
    { status: 'submitted' },
    { assigned: 'false', status: 'submitted' },
    { assigned: 'false', portfolio_name: 'Portfolio 1' },
    { portfolio_name: 'Portfolio 2' },
    { search: 'portfolio' },
    { search: 'portfolio', assigned: 'false' },
    { agent: asha.id },
    { agent: asha.id, status: 'assigned' },
    { agent: asha.id, search: 'portfolio' },
  ] as { assigned?: string; status?: string; portfolio_name?: string; agent?: number }[]) {
    const ids = stored
      .filter(({ status }) => (filter.status ?? status) === status)
      .filter(({ status }) => !filter.assigned || filter.assigned === String(status !== 'pending'))
      .filter((row) => (filter.portfolio_name ?? row.portfolio_name) === row.portfolio_name)
      .filter((row) => !filter.agent || filter.agent === row.assigned_agent_id)
      .map(({ id }) => id);
    const last = Math.max(1, Math.ceil(ids.length / 20));
    for (const page of [1, 2, 30, last].filter((one) => one <= last)) {
      const answer = await list({ ...filter, page, page_size: 20 });
      expect(answer.count).toBe(ids.length);
      expect(idsOf(answer)).toEqual(ids.slice((page - 1) * 20, page * 20));
      if (answer.next !== null) {
        const next = (await admin.get(answer.next)).json();
        expect(idsOf(next)).toEqual(ids.slice(page * 20, (page + 1) * 20));
      }
    }
  }
  for (const page of [205, 300]) {
    const expected = stored.slice((page - 1) * 10, page * 10).map(({ id }) => id);
    expect(idsOf(await list({ page }))).toEqual(expected);
  }
});
