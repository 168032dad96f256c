import { register } from '@doorstep/contract/auth';
import { beforeEach, expect, test } from 'vitest';
import { attempt, post } from '../../../testing/auth-requests.ts';
import { addUser, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';

const server = await startSharedApp();
beforeEach(async () => {
  await server.db.deleteFrom('sign_in_failures').execute();
});

const newPassword = 'Brand-new-horse-8';
const person = (more: object = {}) => ({
  name: ' Asha Rao ',
  email: 'Asha.Rao@Example.test',
  phone: '9820012345',
  password: newPassword,
  ...more,
});

/** Returns the body without the request id, because a request id may contain any digits. */
const withoutRequestId = (answer: { json(): object }) =>
  JSON.stringify({ ...answer.json(), request_id: '' });

test('registering: 401, 403, 400, 201', async () => {
  expect((await post(server, register.path, person())).statusCode).toBe(401);
  const admin = await signIn(server, 'admin');
  const refused = await post(server, register.path, person(), admin.headers);
  expect(refused.statusCode).toBe(403);
  expect(refused.json().message).not.toMatch(/token|auth|login/i);

  const { headers, user: superAdmin } = await signIn(server, 'superadmin');
  const taken = await addUser(server.db, 'agent');
  for (const [field, body] of [
    ['name', person({ name: '  ' })],
    ['email', person({ email: 'no-email' })],
    ['email', person({ email: taken.email.toUpperCase() })],
    ['phone', person({ phone: '123' })],
    ['phone', person({ phone: taken.phone_number })],
    ['name', person({ name: 'As\u200bha' })],
    ['name', person({ name: 'Asha \u202eoaR' })],
    ['email', person({ email: 'as\u2060ha@example.test' })],
    ['phone', person({ phone: '98200\u200b12345' })],
    ['password', person({ password: 'short' })],
    ['password', person({ password: ' '.repeat(12) })],
    ['password', person({ password: '\u2003\u200b'.repeat(6) })],
    ['password', person({ password: 'QWERTY123' })],
    ['password', person({ password: '9820012345' })],
    ['password', person({ password: 'asha.rao@example.test' })],
    ['password', person({ password: 'Asha.Rao' })],
    ['password', person({ password: 'asha rao' })],
    ['is_superadmin', person({ is_superadmin: true })],
  ] as const) {
    const answer = await post(server, register.path, body, headers);
    expect([body, answer.statusCode, Object.keys(answer.json().errors ?? {})]).toEqual([
      body,
      400,
      [field],
    ]);
  }

  const answer = await post(server, register.path, person(), headers);
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json().user;
  expect(answer.json()).toEqual({
    success: true,
    message: 'Agent registered successfully',
    user: { id, full_name: 'Asha Rao', email: 'asha.rao@example.test', phone: '9820012345' },
  });
  const added = {
    name: 'Asha Rao',
    email: 'asha.rao@example.test',
    phone_number: '9820012345',
    is_admin: false,
    is_superadmin: false,
  };
  expect(await auditOf(server.db, 'user', id)).toMatchObject([
    { action: 'register', actor_id: superAdmin.id, before: null, after: added },
  ]);
  expect((await attempt(server, 'Asha.Rao@example.test', newPassword)).json().user).toMatchObject(
    added,
  );

  const boss = person({ email: 'boss@x.test', phone: '9820012346', is_admin: true });
  const second = await post(server, register.path, { ...boss, is_superadmin: true }, headers);
  expect(second.json().message).toBe('Admin registered successfully');
});

// Covers: registration-8
test('registered users can sign in: with a phone number that begins with 0, or an email typed in other code points', async () => {
  const { headers } = await signIn(server, 'superadmin');
  const registered = { phone: '0223456789', email: 'Jose\u0301@Example.test' };
  const answer = await post(server, register.path, person(registered), headers);
  expect(answer.json().user).toMatchObject({
    phone: '0223456789',
    email: 'jos\u00e9@example.test',
  });
  for (const typed of [
    '0223456789',
    '+91 02234 56789',
    registered.email,
    'JOS\u00c9@example.test ',
  ]) {
    expect([typed, (await attempt(server, typed, newPassword)).statusCode]).toEqual([typed, 200]);
  }
});

// Covers: threat-31
test('an identity number is rejected and not repeated', async () => {
  const { headers } = await signIn(server, 'superadmin');
  const named = await post(server, register.path, person({ name: 'Asha 2345_6789_0124' }), headers);
  expect([named.statusCode, withoutRequestId(named)]).toEqual([
    400,
    expect.not.stringContaining('6789'),
  ]);
  const unknown = await server.app.inject({
    method: 'PATCH',
    url: '/api/v1/users/1/',
    payload: { '2345 6789 0124': 1 },
    headers,
  });
  expect(unknown.statusCode).toBe(400);
  expect(unknown.json().message).toContain('XXXX XXXX XXXX is not a field');
  expect(withoutRequestId(unknown)).not.toContain('6789');
});

test('of two registrations of one email at the same time, one succeeds', async () => {
  const { headers } = await signIn(server, 'superadmin');
  const twin = (phone: string) => person({ email: 'twin@x.test', phone });
  const answers = await Promise.all([
    post(server, register.path, twin('9820077001'), headers),
    post(server, register.path, twin('9820077002'), headers),
  ]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 400]);
});
