import { register } from '@doorstep/contract/auth';
import { expect, test } from 'vitest';
import {
  attempt,
  startSignInServer,
  statusOf,
  wrongFieldsOf,
} from '../../../testing/auth-requests.ts';
import { addUser, auditOf, signIn } from '../../../testing/test-app.ts';

const server = await startSignInServer();
const superAdmin = await signIn(server, 'superadmin');

const newPassword = 'Brand-new-horse-8';
const registerWith = (more: object = {}, by = superAdmin) =>
  by.post(register.path, {
    name: ' Asha Rao ',
    email: 'Asha.Rao@Example.test',
    phone: '9820012345',
    password: newPassword,
    ...more,
  });

/** Returns the body without the request id, because a request id may contain any digits. */
const withoutRequestId = (answer: { json(): object }) =>
  JSON.stringify({ ...answer.json(), request_id: '' });

test.each([
  { name: '  ' },
  { email: 'no-email' },
  { phone: '123' },
  { name: 'As\u200bha' },
  { name: 'Asha \u202eoaR' },
  { email: 'as\u2060ha@example.test' },
  { phone: '98200\u200b12345' },
  { password: 'short' },
  { password: ' '.repeat(12) },
  { password: '\u2003\u200b'.repeat(6) },
  { password: 'QWERTY123' },
  { password: '9820012345' },
  { password: 'asha.rao@example.test' },
  { password: 'Asha.Rao' },
  { password: 'asha rao' },
  { is_superadmin: true },
])('registering with %j is rejected, and the answer names the field', async (wrong) => {
  expect(wrongFieldsOf(await registerWith(wrong))).toEqual([400, ...Object.keys(wrong)]);
});

test('a super admin registers agents and admins, each with their own email and phone', async () => {
  expect(await statusOf(registerWith({}, await signIn(server, 'admin')))).toBe(403);
  const answer = await registerWith();
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json().user;
  const added = { email: 'asha.rao@example.test', is_admin: false, is_superadmin: false };
  expect(answer.json()).toEqual({
    success: true,
    message: 'Agent registered successfully',
    user: { id, full_name: 'Asha Rao', email: added.email, phone: '9820012345' },
  });
  const after = { ...added, name: 'Asha Rao', phone_number: '9820012345' };
  expect(await auditOf(server.db, 'user', id)).toMatchObject([
    { action: 'register', actor_id: superAdmin.user.id, before: null, after },
  ]);
  const login = await attempt(server, 'Asha.Rao@example.test', newPassword);
  expect(login.json().user).toMatchObject(after);

  const boss = { email: 'boss@x.test', phone: '9820012346', is_admin: true, is_superadmin: true };
  expect((await registerWith(boss)).json().message).toBe('Admin registered successfully');
  const taken = await addUser(server.db, 'agent');
  for (const wrong of [{ email: taken.email.toUpperCase() }, { phone: taken.phone_number }]) {
    const free = { email: 'free@x.test', phone: '9820012347' };
    const again = await registerWith({ ...free, ...wrong });
    expect(wrongFieldsOf(again)).toEqual([400, ...Object.keys(wrong)]);
  }
});

// Covers: registration-8
test('registered users can sign in: with a phone number that begins with 0, or an email typed in other code points', async () => {
  const email = 'Jose\u0301@Example.test';
  const { user } = (await registerWith({ phone: '0223456789', email })).json();
  expect(user).toMatchObject({ phone: '0223456789', email: 'jos\u00e9@example.test' });
  for (const typed of ['0223456789', '+91 02234 56789', email, 'JOS\u00c9@example.test ']) {
    expect(await statusOf(attempt(server, typed, newPassword)), typed).toBe(200);
  }
});

// Covers: threat-31
test('an identity number is rejected and not repeated', async () => {
  const named = await registerWith({ name: 'Asha 2345_6789_0124' });
  expect(named.statusCode).toBe(400);
  expect(withoutRequestId(named)).not.toContain('6789');
  const unknown = await superAdmin.patch('users/1/', { '2345 6789 0124': 1 });
  expect(unknown.statusCode).toBe(400);
  expect(unknown.json().message).toContain('XXXX XXXX XXXX is not a field');
  expect(withoutRequestId(unknown)).not.toContain('6789');
});

test('of two registrations of one email at the same time, one succeeds', async () => {
  const phones = ['9820077001', '9820077002'];
  const twins = phones.map((phone) => statusOf(registerWith({ email: 'twin@x.test', phone })));
  expect((await Promise.all(twins)).sort()).toEqual([201, 400]);
});
