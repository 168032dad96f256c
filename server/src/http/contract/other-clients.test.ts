import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { readRow } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, password, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const superAdmin = await signIn(server, 'superadmin');

const visitedBy = (await addUser(server.db, 'agent')).id;

async function call(method: 'get' | 'post' | 'patch', path: string, payload?: object) {
  const answer = await superAdmin[method](path, payload);
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, body: isJson ? answer.json() : {} };
}

// Covers: other-clients-5
test.each([
  ['patch', 'users/:id', { is_active: 'perhaps' }, 'is_active must be true or false'],
  ['post', 'pdf-generator/generate_pdf/', {}, 'application_id is required'],
  [
    ...(['post', 'pdf-generator/simple-generate/', { template_type: null }] as const),
    'template_type must be residence or office',
  ],
  ['get', 'applicants/?status=unknown', undefined, 'status is not valid'],
] as const)('%s %s %j: %s', async (method, path, sent, message) => {
  const answer = await call(method, path.replace(':id', String(visitedBy)), sent);
  const [field = ''] = message.split(' ');
  expect(answer).toMatchObject({ status: 400, body: { errors: { [field]: [message] } } });
});

// Covers: other-clients-6
test('null counts as absent, and flags may be sent as text or number', async () => {
  const person = (n: number) => ({
    ...{ name: `Nulled ${n}`, email: `nulled${n}@example.test`, phone: 9_100_000_000 + n },
    password: 'Quiet-lantern-31',
  });
  const absent = { is_admin: null, is_superadmin: null };
  const agent = await call('post', 'auth/register/', { ...person(1), ...absent });
  expect([agent.status, agent.body.message]).toEqual([201, 'Agent registered successfully']);
  const flags = { is_admin: 'true', is_superadmin: '' };
  const admin = await call('post', 'auth/register/', { ...person(2), ...flags });
  expect([admin.status, admin.body.message]).toEqual([201, 'Admin registered successfully']);

  const { id } = agent.body.user;
  for (const [sent, is_active] of [
    ['False', false],
    [1, true],
    [' 0 ', false],
    ['TRUE', true],
  ]) {
    expect((await call('patch', `users/${id}`, { is_active: sent })).status).toBe(200);
    expect(await readRow(server.db, 'users', { id })).toMatchObject({ is_active });
  }
});

// Covers: other-clients-6
test('a phone number may be sent as a number', async () => {
  const { phone_number } = await addUser(server.db, 'admin');
  const login = { email_or_mobile: Number(phone_number), password };
  const signedIn = await call('post', 'auth/login/', login);
  expect(signedIn).toMatchObject({ status: 200, body: { user: { phone_number } } });
  const agent = await addUser(server.db, 'agent');
  const reset = await call('post', 'password-reset/', {
    phone_number: Number(agent.phone_number),
    ...{ new_password: 'Quiet-lantern-31', confirm_password: 'Quiet-lantern-31' },
  });
  expect(reset.status).toBe(200);
});

// Covers: other-clients-6
test('assigning accepts no id, an id as text, and unknown fields', async () => {
  const { id, name } = await addUser(server.db, 'agent');
  const applicant = await addApplicant(server.db);
  for (const assigned_agent_id of [null, String(id), id]) {
    const sent = { assigned_agent_name: name, assigned_agent_id, updated_at: null, colour: 'blue' };
    const assigned = await call('patch', `applicants/${applicant.id}/`, sent);
    expect([assigned.status, assigned.body.assigned_agent?.id]).toEqual([200, id]);
  }
  const unknown = await call('patch', `applicants/${applicant.id}/`, { colour: 'blue' });
  expect(unknown.body.errors).toEqual({
    assigned_agent_name: ['Please enter an agent name'],
    colour: ['colour is not a field of this request'],
  });
});

// Covers: other-clients-6
test('a change of a user ignores unknown fields, and needs a known one', async () => {
  const { id } = await addUser(server.db, 'agent');
  const sent = { name: 'Renamed Person', email: null, colour: 'blue', created_at: 'today' };
  const changed = await call('patch', `users/${id}`, sent);
  expect([changed.status, changed.body.user?.name]).toEqual([200, 'Renamed Person']);
  for (const [nothing, field] of [
    [{}, 'request'],
    [{ is_active: null }, 'request'],
    [{ updated_at: '2026-01-05T10:00:00Z' }, 'request'],
    [{ colour: 'blue' }, 'colour'],
  ] as const) {
    const refused = await call('patch', `users/${id}`, nothing);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
  }
});

test('an empty decision counts as missing', async () => {
  const { id } = await addVerificationRow(server.db, visitedBy);
  for (const sent of [{}, { decision: '' }, { decision: null }, { decision: 7 }]) {
    const answer = await call('post', `verification_tasks/${id}/admin-decision/`, sent);
    expect(answer.body).toMatchObject({ errors: { decision: ['Please select a decision'] } });
  }
  const sent = { decision: 'Positive', notes: null, updated_at: null, claim: null };
  const decided = await call('post', `verification_tasks/${id}/admin-decision/`, sent);
  expect(decided.body).toMatchObject({ success: true });
});

// Covers: other-clients-6
test('a report from stored data needs no template and no applicant', async () => {
  const { applicant } = await addVerificationRow(server.db, visitedBy, { application_id: '77001' });
  for (const more of [
    { template_type: null, applicant_id: null },
    { template_type: '', applicant_id: ' ' },
    { template_type: 'residence', applicant_id: String(applicant.id) },
  ]) {
    const sent = { application_id: 77_001, ...more };
    expect((await call('post', 'pdf-generator/generate_pdf/', sent)).status).toBe(200);
  }
});

// Covers: other-clients-6
test('a form without a template is recognised by its field names', async () => {
  await addVerificationRow(server.db, visitedBy, { application_id: '77002' });
  for (const form of [
    { template_type: null, applicationRefNo: 77_002 },
    { application_ref_no: '77002', image_urls: '' },
  ]) {
    expect((await call('post', 'pdf-generator/simple-generate/', form)).status).toBe(200);
  }
});

const shapeOf = (query: z.ZodMiniType) =>
  (query._zod.def as unknown as { shape?: Record<string, unknown> }).shape ?? {};
const withFilters = endpointRows.filter(
  ([, { endpoint }]) =>
    endpoint.method === 'GET' &&
    !/:/.test(endpoint.path) &&
    Object.keys(shapeOf(endpoint.query)).length,
);

// Covers: other-clients-6
test('an empty filter counts as absent, in every list', async () => {
  expect(withFilters.length).toBeGreaterThan(8);
  const agent = await signIn(server, 'agent');
  for (const [name, { endpoint }] of withFilters) {
    const { headers } = endpoint.access === 'agent' ? agent : superAdmin;
    const empty = Object.keys(shapeOf(endpoint.query)).map((filter) => `${filter}=`);
    const ask = async (query: string) => {
      const url = `${endpoint.path}?${query}`;
      const { statusCode, body } = await server.app.inject({ url, headers });
      return [statusCode, statusCode === 200 || JSON.parse(body).errors];
    };
    const without = await ask('');
    for (const blank of ['', '+']) {
      expect(await ask(empty.map((one) => one + blank).join('&')), name).toEqual(without);
    }
  }
});

// Covers: other-clients-6
test('a choice may be in capitals', async () => {
  for (const query of [
    ...['applicants/?status=Pending&assigned=False', 'users?admins=True'],
    'verification_tasks/?admin_decision=PENDING',
  ]) {
    expect((await call('get', query)).status).toBe(200);
  }
});
