import type { Applicant } from '@doorstep/contract/applicants';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addApplicant,
  addUser,
  signIn,
  startTestApp,
  type TestApp,
  type Visitor,
} from '../../testing/test-app.ts';

let doorstep: TestApp;
let admin: Visitor;
let agent: Awaited<ReturnType<typeof addUser>>;

beforeAll(async () => {
  doorstep = await startTestApp();
  admin = await signIn(doorstep, 'admin');
  agent = await addUser(doorstep.db, 'agent', { name: 'Asha Verma' });
});
afterAll(() => doorstep.close());
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
  doorstep.db
    .updateTable('applicants')
    .set({ deleted_at: new Date() })
    .where('id', '=', id)
    .execute();

test('answers 404 past the last page, and an empty first page', async () => {
  expect(await list()).toEqual({ results: [], count: 0, next: null, previous: null });
  await addApplicant(doorstep.db);
  for (const query of ['?page=2', '?page=2&search=test', '?page=100000000&page_size=100']) {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ detail: expect.stringContaining('the last page is 1') });
  }
});

test('refuses strangers and agents', async () => {
  expect((await ask('', {})).statusCode).toBe(401);
  expect((await ask('', (await signIn(doorstep, 'agent')).headers)).statusCode).toBe(403);
});

test.each([
  ['page', '0'],
  ['page', 'one'],
  ['page_size', '101'],
  ['assigned', 'yes'],
  ['status', 'done'],
  ['search_fields', 'id,mobile_number'],
  ['search', 'x'.repeat(201)],
])('names the parameter it cannot use: %s=%s', async (name, value) => {
  const answer = await ask(`?${name}=${value}`);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name]);
});

test('lists every field, the assigned agent in full', async () => {
  const row = await addApplicant(doorstep.db, { assigned_agent_id: agent.id });
  const { upload_id, deleted_at, assigned_agent_id, ...fields } = row;
  const expected = {
    ...fields,
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
  'turns pages, newest first, in links that keep the filters: %o',
  async (filter) => {
    const ids: number[] = [];
    for (let i = 0; i < 23; i++) ids.unshift((await addApplicant(doorstep.db)).id);
    const first = await list(filter);
    expect(first).toMatchObject({ count: 23, previous: null });
    const seen = [...first.results];
    let { next } = first;
    while (next) {
      const page = (await doorstep.app.inject({ url: next, headers: admin.headers })).json<Page>();
      expect(page.previous).not.toBeNull();
      seen.push(...page.results);
      next = page.next;
    }
    expect(seen.map((applicant) => applicant.id)).toEqual(ids);
    expect((await list({ ...filter, page: '2', page_size: '20' })).results).toHaveLength(3);
  },
);

test('filters by assignment, status and portfolio, alone and together', async () => {
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

test('searches only the fields that are asked', async () => {
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

test('refuses a character that no text of the database can hold', async () => {
  expect((await ask('?search=%00')).statusCode).toBe(400);
});

test('takes the signs of a pattern for what they are', async () => {
  const { db } = doorstep;
  for (const application_id of ['50%-A', '50_-B', '50\\-C', '50x-D']) {
    await addApplicant(db, { application_id });
  }
  expect(await found({ search: '50%' })).toEqual(['50%-A']);
  expect(await found({ search: '50_-' })).toEqual(['50_-B']);
  expect(await found({ search: '50\\' })).toEqual(['50\\-C']);
  expect(await found({ search: "' or 1=1 --" })).toEqual([]);
});
