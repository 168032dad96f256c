import { logout, passwordReset } from '@doorstep/contract/auth';
import { expect, test } from 'vitest';
import {
  attempt,
  isSignedIn,
  isTokenGood,
  newAddress,
  post,
  startSignInServer,
  statusOf,
  wrongFieldsOf,
} from '../../../testing/auth-requests.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import {
  addUser,
  auditOf,
  closeAfterTest,
  signIn,
  startTestApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';

const server = await startSignInServer();

const newPassword = 'Brand-new-horse-8';
const resetOf = ({ phone_number }: Visitor['user'], chosen = newPassword) => ({
  phone_number,
  new_password: chosen,
  confirm_password: chosen,
});

const reset = (by: Visitor | undefined, body: object, headers: object = {}, on = server) =>
  post(on, passwordReset.path, body, { ...(by && { cookie: by.headers.cookie }), ...headers });

// Covers: threat-7
test("a caller without a session can't reset a password, whatever it sends", async () => {
  const agent = await addUser(server.db, 'agent');
  const { authorization } = (await signIn(server, 'admin')).headers;
  for (const headers of [{}, { authorization }, { cookie: 'doorstep_session=guess' }]) {
    expect(await statusOf(reset(undefined, resetOf(agent), headers))).toBe(401);
  }
  expect(await statusOf(reset(undefined, {}))).toBe(401);
  expect(await statusOf(attempt(server, agent.email))).toBe(200);
});

// Covers: threat-7, asvs-3
test.each([
  [403, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }],
  [403, { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9' }],
  [403, { origin: 'http://evil.test', host: 'doorstep.test' }],
  [403, { origin: 'null', host: 'doorstep.test' }],
  [200, { 'sec-fetch-site': 'same-origin', origin: 'http://doorstep.test' }],
  [200, { origin: 'http://doorstep.test:81', host: 'doorstep.test:81' }],
])(
  'another site cannot reset a password in an admin’s name: %i for %j',
  async (status, headers) => {
    const admin = await signIn(server, 'admin');
    const body = resetOf(await addUser(server.db, 'agent'));
    expect(await statusOf(reset(admin, body, headers))).toBe(status);
  },
);

test('a page of an allowed origin can reset a password', async () => {
  const other = closeAfterTest(await startTestApp({ allowedOrigins: ['https://app.test'] }));
  const body = resetOf(await addUser(other.db, 'agent'));
  const allowed = { origin: 'https://app.test', 'sec-fetch-site': 'same-site' };
  expect(await statusOf(reset(await signIn(other, 'admin'), body, allowed, other))).toBe(200);
});

// Covers: threat-7
test('an admin resets an agent’s password, and a super admin an admin’s', async () => {
  const admin = await signIn(server, 'admin');
  const superAdmin = await signIn(server, 'superadmin');
  const agent = await signIn(server, 'agent');
  for (const [by, target] of [
    [agent, agent],
    [admin, superAdmin],
    [admin, admin],
  ] as const) {
    const answer = await reset(by, resetOf(target.user));
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).not.toMatch(/token|auth|login/i);
  }

  const { user } = agent;
  const body = resetOf(user);
  const weak = ['short', 'Password123', user.phone_number];
  for (const chosen of [...weak, 'abcdefgh', 'Jordan23', 'Krishna@123', 'aaaaaaaaaa']) {
    const answer = await reset(admin, resetOf(user, chosen));
    expect(wrongFieldsOf(answer), chosen).toEqual([400, 'new_password']);
  }
  const differing = await reset(admin, { ...body, confirm_password: 'Another-horse-9' });
  expect(wrongFieldsOf(differing)).toEqual([400, 'confirm_password']);

  await attempt(server, user.email, 'wrong-1234', { from: newAddress() });
  const answer = await reset(admin, body);
  expect(answer.json()).toEqual({ success: true, message: expect.any(String) });
  expect(await statusOf(agent.post(logout.path, {}))).toBe(401);
  expect(await statusOf(attempt(server, user.email))).toBe(401);
  expect(await statusOf(attempt(server, user.email, newPassword))).toBe(200);
  expect(await auditOf(server.db, 'user', user.id)).toMatchObject([
    { action: 'reset_password', actor_id: admin.user.id, after: { sessions_ended: 1 } },
  ]);
  expect(await statusOf(reset(superAdmin, resetOf(admin.user)))).toBe(200);
  expect(await isSignedIn(server, admin)).toBe(false);
});

test('users who reset their own password stay signed in here and nowhere else', async () => {
  const here = await signIn(server, 'superadmin');
  const elsewhere = (await attempt(server, here.user.email)).json().tokens.access_token;
  expect(await statusOf(reset(here, resetOf(here.user)))).toBe(200);
  expect(await isSignedIn(server, here)).toBe(true);
  expect(await isTokenGood(server, elsewhere)).toBe(false);
});

test('after a reset, a rate-limited user can sign in', async () => {
  const agent = await addUser(server.db, 'agent');
  const from = newAddress();
  for (let n = 0; n < 6; n += 1) await attempt(server, agent.email, 'wrong-1234', { from });
  await reset(await signIn(server, 'admin'), resetOf(agent));
  expect(await statusOf(attempt(server, agent.email, newPassword, { from }))).toBe(200);
});

test('a demo account with a new password is no longer a demo account', async () => {
  const { id, ...agent } = await addUser(server.db, 'agent', { is_demo: true });
  await reset(await signIn(server, 'admin'), resetOf({ id, ...agent }));
  expect(await readRow(server.db, 'users', { id }, ['is_demo'])).toEqual({ is_demo: false });
});

test('a user who is deleted during the reset is not found', async () => {
  const admin = await signIn(server, 'admin');
  const { id, ...agent } = await addUser(server.db, 'agent');
  const { pending } = await server.db.transaction().execute(async (trx) => {
    await changeRows(trx, 'users', { id }, { deleted_at: new Date() });
    const waiting = reset(admin, resetOf({ id, ...agent }));
    await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
    return { pending: waiting };
  });
  expect(await statusOf(pending)).toBe(404);
  expect(await auditOf(server.db, 'user', id)).toEqual([]);
});
