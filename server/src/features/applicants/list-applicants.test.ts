import { Applicant } from '@doorstep/contract/applicants';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import {
  addApplicant,
  addUser,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../testing/test-app.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
const agent = await addUser(doorstep.db, 'agent', { name: 'Asha Verma' });
beforeEach(async () => {
  await doorstep.db.deleteFrom('applicants').execute();
});

const ask = (query = '', headers: Partial<Visitor['headers']> = admin.headers) =>
  doorstep.app.inject({ url: `/api/v1/applicants/${query}`, headers });

interface Page {
  results: Applicant[];
  count: number;
  next: string | null;
  previous: string | null;
}

async function list(parameters: Record<string, string> = {}): Promise<Page> {
  const answer = await ask(`?${new URLSearchParams(parameters)}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Page>();
}

const found = async (parameters: Record<string, string>) => {
  const { results, count } = await list(parameters);
  expect(count).toBe(results.length);
  return results.map((applicant) => applicant.application_id);
};

const hide = (id: number) =>
  changeRows(doorstep.db, 'applicants', { id }, { deleted_at: new Date() });

test('answers 404 past the last page, and an empty first page', async () => {
  expect(await list()).toEqual({ results: [], count: 0, next: null, previous: null });
  await addApplicant(doorstep.db);
  for (const query of ['?page=2', '?page=2&search=test', '?page=100000000&page_size=100']) {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining('the last page is 1') });
  }
});

test.each([
  ['page', '0'],
  ['page', 'one'],
  ['page_size', '101'],
  ['assigned', 'yes'],
  ['status', 'done'],
  ['search_fields', 'x'.repeat(201)],
  ['search', 'x'.repeat(201)],
])('names the invalid parameter: %s=%s', async (name, value) => {
  const answer = await ask(`?${name}=${value}`);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name]);
});

test('lists every field, and the assigned agent completely', async () => {
  const row = await addApplicant(doorstep.db, { assigned_agent_id: agent.id });
  // The applicant has no unread messages, and no clock, because its portfolio has no lender.
  const { unread_since: _, ...shape } = Applicant.shape;
  const names = Object.keys(shape) as (keyof typeof row)[];
  const expected = {
    ...Object.fromEntries(names.flatMap((name) => (name in row ? [[name, row[name]]] : []))),
    assigned_agent: {
      id: agent.id,
      name: 'Asha Verma',
      email: agent.email,
      phone_number: agent.phone_number,
      is_admin: false,
    },
  };
  expect((await list()).results).toEqual([expected]);
  expect((await list({ search: row.application_id })).results).toEqual([expected]);
});

test.each<Record<string, string>>([{}, { search: 'test', assigned: 'false' }])(
  'turns pages, newest first, with links that preserve the filters: %o',
  async (filter) => {
    const ids: number[] = [];
    for (let i = 0; i < 23; i++) ids.unshift((await addApplicant(doorstep.db)).id);
    const first = await list(filter);
    expect(first).toMatchObject({ count: 23, previous: null });
    const seen = [...first.results];
    let { next } = first;
    while (next) {
      const page = (await admin.get(next)).json<Page>();
      expect(page.previous).not.toBeNull();
      seen.push(...page.results);
      next = page.next;
    }
    expect(seen.map((applicant) => applicant.id)).toEqual(ids);
    expect((await list({ ...filter, page: '2', page_size: '20' })).results).toHaveLength(3);
  },
);

test('filters by assignment, status and portfolio, separately and together', async () => {
  const { db } = doorstep;
  const add = (application_id: string, portfolio_name: string, status?: 'visited') =>
    addApplicant(db, {
      application_id,
      portfolio_name,
      ...(status && { assigned_agent_id: agent.id, status }),
    });
  await add('PENDING-AXIS', 'Axis');
  await add('PENDING-METRO', 'Metro');
  await add('VISITED-AXIS', 'Axis', 'visited');
  await hide((await add('GONE', 'Axis')).id);

  expect(await found({ assigned: 'false' })).toEqual(['PENDING-METRO', 'PENDING-AXIS']);
  expect(await found({ assigned: 'true' })).toEqual(['VISITED-AXIS']);
  expect(await found({ status: 'visited' })).toEqual(['VISITED-AXIS']);
  expect(await found({ portfolio_name: 'Axis' })).toEqual(['VISITED-AXIS', 'PENDING-AXIS']);
  expect(await found({ portfolio_name: '' })).toHaveLength(3);
  expect(await found({ assigned: 'false', portfolio_name: 'Axis' })).toEqual(['PENDING-AXIS']);
  expect(await found({ assigned: 'false', status: 'visited' })).toEqual([]);
  expect(await found({ assigned: 'false', search: 'axis' })).toEqual(['PENDING-AXIS']);
});

// Covers: applicants-2
test('searches id, portfolio and application id, trimmed and in any case', async () => {
  const { db } = doorstep;
  const { id } = await addApplicant(db, {
    application_id: 'HL-2026-77',
    portfolio_name: 'Lakshmi Gold',
  });
  await addApplicant(db, {
    application_id: 'PL/9',
    portfolio_name: 'Axis Ünit',
    applicant_name: 'Lakshmi Rao',
  });
  await hide((await addApplicant(db, { application_id: 'HL-GONE' })).id);

  expect(await found({ search: ' hl-2026 ' })).toEqual(['HL-2026-77']);
  expect(await found({ search: 'LAKSHMI' })).toEqual(['HL-2026-77']);
  expect(await found({ search: 'mi go' })).toEqual(['HL-2026-77']);
  expect(await found({ search: 'ünit' })).toEqual(['PL/9']);
  expect(await found({ search: 'Ü' })).toEqual(['PL/9']);
  expect(await found({ search: 'l/' })).toEqual(['PL/9']);
  expect(await found({ search: String(id) })).toEqual(['HL-2026-77']);
  expect(await found({ search: String(id).slice(1) })).toEqual(['HL-2026-77']);
  expect(await found({ search: 'hl-gone' })).toEqual([]);
  expect(await found({ search: '   ' })).toHaveLength(2);
});

test('a complete application number finds only its applicants', async () => {
  const { db } = doorstep;
  for (const application_id of ['AL-7', 'AL-77']) await addApplicant(db, { application_id });
  expect(await found({ search: 'al-7' })).toEqual(['AL-7']);
  expect((await ask('?search=al-7&page=2')).statusCode).toBe(404);
  expect(await found({ search: 'l-7' })).toEqual(['AL-77', 'AL-7']);
  expect(await found({ search: 'al-7', search_fields: 'applicant_name' })).toEqual([]);

  const contactPoints = [];
  for (const visit_type of ['OFFICE', 'OFFICE 2']) {
    contactPoints.unshift(
      (await addApplicant(db, { application_id: 'AL-7', portfolio_name: 'Apart', visit_type })).id,
    );
  }
  expect(await found({ search: 'al-7' })).toEqual(['AL-7', 'AL-7', 'AL-7']);
  expect(await found({ search: 'l-7' })).toEqual(['AL-7', 'AL-7', 'AL-77', 'AL-7']);
  const { results, count } = await list({ search: 'AL-7', portfolio_name: 'Apart' });
  expect([results.map(({ id }) => id), count]).toEqual([contactPoints, 2]);
  const second = await list({ search: 'al-7', page: '2', page_size: '2' });
  expect([second.results.length, second.count, second.next]).toEqual([1, 3, null]);
});

// Covers: other-clients-4
test('unknown names in search_fields are ignored', async () => {
  await addApplicant(doorstep.db, { application_id: 'IGN-1', applicant_name: 'Ignatius' });
  const search = { search: 'ignatius' };
  expect(await found({ ...search, search_fields: 'mobile_number,applicant_name' })).toEqual([
    'IGN-1',
  ]);
  expect(await found({ ...search, search_fields: 'applicant_name,constructor, id' })).toEqual([
    'IGN-1',
  ]);
  expect(await found({ search: 'ign-1', search_fields: 'mobile_number' })).toEqual(['IGN-1']);
});

test('a repeated search sees changes in between', async () => {
  const { db } = doorstep;
  const search = { search: 'fresh', assigned: 'false' };
  expect(await found(search)).toEqual([]);
  const one = await addApplicant(db, { application_id: 'FRESH-A' });
  const two = await addApplicant(db, { application_id: 'B', portfolio_name: 'Fresh' });
  expect(await found(search)).toEqual(['B', 'FRESH-A']);
  expect(await found(search)).toEqual(['B', 'FRESH-A']);
  await changeRows(
    db,
    'applicants',
    { id: two.id },
    { status: 'assigned', assigned_agent_id: agent.id },
  );
  expect(await found(search)).toEqual(['FRESH-A']);
  await hide(one.id);
  expect(await found(search)).toEqual([]);
  expect(await found({ search: 'fresh' })).toEqual(['B']);
});

test('a search sees changes of everything that it reads', async () => {
  const { db } = doorstep;
  const { id } = await addApplicant(db, { application_id: 'Early-1', applicant_name: 'Asha Rao' });
  await addApplicant(db, { application_id: 'Other-2' });
  const byName = { search: 'ASHA', search_fields: 'application_id,applicant_name' };
  const change = async (values: { applicant_name: string } | { deleted_at: Date | null }) => {
    await db.updateTable('applicants').set(values).where('id', '=', id).execute();
  };
  expect(await found(byName)).toEqual(['Early-1']);
  expect(await found({ search: 'early' })).toEqual(['Early-1']);
  expect(await found({ search: 'early', assigned: 'false' })).toEqual(['Early-1']);
  await change({ applicant_name: 'Usha Rao' });
  expect(await found(byName)).toEqual([]);
  expect(await found({ ...byName, search: 'usha' })).toEqual(['Early-1']);
  await change({ deleted_at: new Date() });
  expect(await found({ ...byName, search: 'usha' })).toEqual([]);
  await change({ deleted_at: null });
  expect(await found({ ...byName, search: 'usha' })).toEqual(['Early-1']);
});

test('finds a deep page by the stored blocks, and the pages of a filter', async () => {
  const { db } = doorstep;
  await sql`insert into applicants (application_id, applicant_name, portfolio_name, visit_type, mobile_number, pin_code,
      address, status, assigned_agent_id)
    select 'DEEP-' || n, 'Deep', 'Portfolio ' || n % 3, 'OFFICE', '9820098200', '400001', '1 Test Road',
      case when n % 4 = 0 then 'assigned' else 'pending' end, case when n % 4 = 0 then ${agent.id}::bigint end
    from generate_series(1, 5000) as n`.execute(db);
  await sql`update applicants set deleted_at = now() where id % 7 = 0`.execute(db);
  const { rows } = await sql<{ id: number; status: string; portfolio_name: string }>`
    select id, status, portfolio_name from applicants where deleted_at is null order by id desc`.execute(
    db,
  );
  for (const filter of [
    {},
    { assigned: 'true' },
    { assigned: 'false', portfolio_name: 'Portfolio 1' },
    { portfolio_name: 'Portfolio 2' },
    { search: 'portfolio' },
  ] as Record<string, string>[]) {
    const expected = rows.filter(
      (row) =>
        (!filter.assigned || filter.assigned === String(row.status !== 'pending')) &&
        (!filter.portfolio_name || filter.portfolio_name === row.portfolio_name),
    );
    for (const page of [1, 2, 30, Math.ceil(expected.length / 20)]) {
      const answer = await list({ ...filter, page: String(page), page_size: '20' });
      expect(answer.count).toBe(expected.length);
      expect(answer.results.map(({ id }) => id)).toEqual(
        expected.slice((page - 1) * 20, page * 20).map(({ id }) => id),
      );
    }
  }
  for (const page of [205, 300]) {
    expect((await list({ page: String(page) })).results.map(({ id }) => id)).toEqual(
      rows.slice((page - 1) * 10, page * 10).map(({ id }) => id),
    );
  }
});

test('searches only the requested fields', async () => {
  const { db } = doorstep;
  await addApplicant(db, {
    application_id: 'GOLD-1',
    portfolio_name: 'Silver',
    applicant_name: 'Asha',
  });
  await addApplicant(db, {
    application_id: 'IRON-2',
    portfolio_name: 'Gold',
    applicant_name: 'Goldie',
  });
  expect(await found({ search: 'gold' })).toEqual(['IRON-2', 'GOLD-1']);
  expect(await found({ search: 'gold', search_fields: '' })).toEqual(['IRON-2', 'GOLD-1']);
  expect(await found({ search: 'gold', search_fields: 'application_id' })).toEqual(['GOLD-1']);
  expect(await found({ search: 'goldie', search_fields: 'id,applicant_name' })).toEqual(['IRON-2']);
  expect(await found({ search: 'gold', search_fields: 'id' })).toEqual([]);
});

test('rejects a character that the database cannot store', async () => {
  expect((await ask('?search=%00')).statusCode).toBe(400);
});

// Covers: asvs-1
test('treats wildcard characters literally', async () => {
  const { db } = doorstep;
  for (const application_id of ['50%-A', '50_-B', '50\\-C', '50x-D']) {
    await addApplicant(db, { application_id });
  }
  expect(await found({ search: '50%' })).toEqual(['50%-A']);
  expect(await found({ search: '50_-' })).toEqual(['50_-B']);
  expect(await found({ search: '50\\' })).toEqual(['50\\-C']);
  expect(await found({ search: "' or 1=1 --" })).toEqual([]);
});
