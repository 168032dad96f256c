import { endpointRows } from '@doorstep/contract/wire/endpoints';
import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, password, signIn, startSharedApp } from '../../testing/test-app.ts';

const server = await startSharedApp();
const superAdmin = await signIn(server, 'superadmin');

async function call(method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) {
  const answer = await server.app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: superAdmin.headers,
    ...(payload && { payload }),
  });
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  return { status: answer.statusCode, body: isJson ? answer.json() : {} };
}
const userRow = (id: number) =>
  server.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

// Covers: other-clients-5
test.each([
  [
    'auth/register/',
    { name: null, email: 7, phone: ' ', password: '' },
    {
      name: ['Name is required'],
      email: ['Email is invalid'],
      phone: ['Phone number is required'],
      password: ['Password is required'],
    },
  ],
  [
    'password-reset/',
    { phone_number: null },
    {
      phone_number: ['Phone number is required'],
      new_password: ['Password is required'],
      confirm_password: ['Passwords do not match'],
    },
  ],
  [
    'auth/login/',
    { email_or_mobile: null },
    {
      email_or_mobile: ['Phone or email is required'],
      password: ['Password is required'],
    },
  ],
] as const)(
  '%s names each missing field in the specification’s words',
  async (path, sent, errors) => {
    expect(await call('POST', path, sent)).toMatchObject({ status: 400, body: { errors } });
  },
);

test('a field without its own texts reports whether it is missing or wrong', async () => {
  const { id } = await addUser(server.db, 'agent');
  const active = await call('PATCH', `users/${id}`, { is_active: 'perhaps' });
  expect(active.body.errors).toEqual({ is_active: ['is_active must be true or false'] });
  const report = await call('POST', 'pdf-generator/generate_pdf/', {});
  expect(report.body.errors).toEqual({ application_id: ['application_id is required'] });
  const form = await call('POST', 'pdf-generator/simple-generate/', { template_type: null });
  const noTemplate = ['template_type must be residence or office'];
  expect(form.body.errors).toEqual({ template_type: noTemplate });
  const list = await call('GET', 'applicants/?status=unknown');
  expect(list.body.errors).toEqual({ status: ['status is not valid'] });
});

// Covers: other-clients-6
test('null counts as absent, and flags may be sent as text or number', async () => {
  const person = (n: number) => ({
    ...{ name: `Nulled ${n}`, email: `nulled${n}@example.test`, phone: 9_100_000_000 + n },
    password: 'Quiet-lantern-31',
  });
  const agent = await call('POST', 'auth/register/', {
    ...person(1),
    is_admin: null,
    is_superadmin: null,
  });
  expect([agent.status, agent.body.message]).toEqual([201, 'Agent registered successfully']);
  const admin = await call('POST', 'auth/register/', {
    ...person(2),
    is_admin: 'true',
    is_superadmin: '',
  });
  expect([admin.status, admin.body.message]).toEqual([201, 'Admin registered successfully']);

  const { id } = agent.body.user;
  for (const [sent, is_active] of [
    ['False', false],
    [1, true],
    [' 0 ', false],
    ['TRUE', true],
  ]) {
    expect((await call('PATCH', `users/${id}`, { is_active: sent })).status).toBe(200);
    expect((await userRow(id)).is_active).toBe(is_active);
  }
});

// Covers: other-clients-6
test('a phone number may be sent as a number', async () => {
  const { phone_number } = await addUser(server.db, 'admin');
  const signedIn = await call('POST', 'auth/login/', {
    email_or_mobile: Number(phone_number),
    password,
  });
  expect(signedIn).toMatchObject({ status: 200, body: { user: { phone_number } } });
  const agent = await addUser(server.db, 'agent');
  const reset = await call('POST', 'password-reset/', {
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
    const assigned = await call('PATCH', `applicants/${applicant.id}/`, sent);
    expect([assigned.status, assigned.body.assigned_agent?.id]).toEqual([200, id]);
  }
  const unknown = await call('PATCH', `applicants/${applicant.id}/`, { colour: 'blue' });
  expect(unknown).toMatchObject({
    status: 400,
    body: {
      errors: {
        assigned_agent_name: ['Please enter an agent name'],
        colour: ['colour is not a field of this request'],
      },
    },
  });
});

// Covers: other-clients-6
test('a change of a user ignores unknown fields, and needs a known one', async () => {
  const { id } = await addUser(server.db, 'agent');
  const sent = { name: 'Renamed Person', email: null, colour: 'blue', created_at: 'today' };
  const changed = await call('PATCH', `users/${id}`, sent);
  expect([changed.status, changed.body.user?.name]).toEqual([200, 'Renamed Person']);
  for (const [nothing, field] of [
    [{}, 'request'],
    [{ is_active: null }, 'request'],
    [{ updated_at: '2026-01-05T10:00:00Z' }, 'request'],
    [{ colour: 'blue' }, 'colour'],
  ] as const) {
    const refused = await call('PATCH', `users/${id}`, nothing);
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([400, [field]]);
  }
});

test('an empty decision counts as missing', async () => {
  const agent = await addUser(server.db, 'agent');
  const { id } = await addVerificationRow(server.db, agent.id);
  for (const sent of [{}, { decision: '' }, { decision: null }, { decision: 7 }]) {
    const answer = await call('POST', `verification_tasks/${id}/admin-decision/`, sent);
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: { decision: ['Please select a decision'] } },
    });
  }
  const sent = { decision: 'Positive', notes: null, updated_at: null, claim: null };
  const decided = await call('POST', `verification_tasks/${id}/admin-decision/`, sent);
  expect(decided.body).toMatchObject({ success: true });
});

// Covers: other-clients-6
test('a report from stored data needs no template and no applicant', async () => {
  const agent = await addUser(server.db, 'agent');
  const { applicant } = await addVerificationRow(server.db, agent.id, { application_id: '77001' });
  for (const more of [
    { template_type: null, applicant_id: null },
    { template_type: '', applicant_id: ' ' },
    { template_type: 'residence', applicant_id: String(applicant.id) },
  ]) {
    const answer = await call('POST', 'pdf-generator/generate_pdf/', {
      application_id: 77_001,
      ...more,
    });
    expect(answer).toMatchObject({ status: 200, body: {} });
  }
});

// Covers: other-clients-6
test('a form without a template is recognised by its field names', async () => {
  const agent = await addUser(server.db, 'agent');
  await addVerificationRow(server.db, agent.id, { application_id: '77002' });
  for (const form of [
    { template_type: null, applicationRefNo: 77_002 },
    { application_ref_no: '77002', image_urls: '' },
  ]) {
    const answer = await call('POST', 'pdf-generator/simple-generate/', form);
    expect(answer).toMatchObject({ status: 200, body: {} });
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
  for (const query of ['applicants/?status=Pending&assigned=False', 'users?admins=True']) {
    expect((await call('GET', query)).status).toBe(200);
  }
  expect((await call('GET', 'verification_tasks/?admin_decision=PENDING')).status).toBe(200);
});
