import { logout, passwordReset } from '@doorstep/contract/auth';
import { beforeEach, expect, test } from 'vitest';
import {
  attempt,
  isSignedIn,
  isTokenGood,
  newAddress,
  post,
} from '../../../testing/auth-requests.ts';
import {
  addUser,
  auditOf,
  closeAfterTest,
  signIn,
  startSharedApp,
  startTestApp,
  type Visitor,
} from '../../../testing/test-app.ts';

const server = await startSharedApp();
beforeEach(async () => {
  await server.db.deleteFrom('sign_in_failures').execute();
});

const newPassword = 'Brand-new-horse-8';
const resetOf = (phone_number: string, chosen = newPassword) => ({
  phone_number,
  new_password: chosen,
  confirm_password: chosen,
});

function reset(by: Visitor | undefined, body: object, headers: object = {}) {
  return post(server, passwordReset.path, body, {
    ...(by && { cookie: by.headers.cookie }),
    ...headers,
  });
}

// Covers: threat-7
test("a caller without a session can't reset a password, whatever it sends", async () => {
  const agent = await addUser(server.db, 'agent');
  const admin = await signIn(server, 'admin');
  const { authorization } = admin.headers;
  for (const answer of [
    await reset(undefined, resetOf(agent.phone_number)),
    await reset(undefined, {}),
    await reset(undefined, resetOf(agent.phone_number), { authorization }),
    await reset(undefined, resetOf(agent.phone_number), { cookie: 'doorstep_session=guess' }),
  ]) {
    expect(answer.statusCode).toBe(401);
  }
  expect((await attempt(server, agent.email)).statusCode).toBe(200);
});

// Covers: threat-7, asvs-3
test('another site cannot reset a password in an admin’s name', async () => {
  const admin = await signIn(server, 'admin');
  const body = resetOf((await addUser(server.db, 'agent')).phone_number);
  const refused = [
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:9' },
    { origin: 'http://evil.test', host: 'doorstep.test' },
    { origin: 'null', host: 'doorstep.test' },
  ];
  for (const headers of refused) {
    expect([headers, (await reset(admin, body, headers)).statusCode]).toEqual([headers, 403]);
  }
  const welcome = [
    { 'sec-fetch-site': 'same-origin', origin: 'http://doorstep.test' },
    { origin: 'http://doorstep.test:81', host: 'doorstep.test:81' },
  ];
  for (const headers of welcome) {
    expect([headers, (await reset(admin, body, headers)).statusCode]).toEqual([headers, 200]);
  }
  const other = closeAfterTest(await startTestApp({ allowedOrigins: ['https://app.test'] }));
  const { headers } = await signIn(other, 'admin');
  const agent = await addUser(other.db, 'agent');
  const allowed = { origin: 'https://app.test', 'sec-fetch-site': 'same-site' };
  const answer = await post(other, passwordReset.path, resetOf(agent.phone_number), {
    cookie: headers.cookie,
    ...allowed,
  });
  expect(answer.statusCode).toBe(200);
});

// Covers: threat-7
test('a password reset: 404, 403, 400, 200', async () => {
  const [admin, superAdmin, agent] = [
    await signIn(server, 'admin'),
    await signIn(server, 'superadmin'),
    await signIn(server, 'agent'),
  ];
  expect((await reset(admin, resetOf('1234567890'))).statusCode).toBe(404);

  for (const [by, target] of [
    [agent, agent],
    [admin, superAdmin],
    [admin, admin],
  ] as const) {
    const answer = await reset(by, resetOf(target.user.phone_number));
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).not.toMatch(/token|auth|login/i);
  }

  const body = resetOf(agent.user.phone_number);
  for (const [field, bad] of [
    ['new_password', resetOf(agent.user.phone_number, 'short')],
    ['new_password', resetOf(agent.user.phone_number, 'Password123')],
    ['new_password', resetOf(agent.user.phone_number, agent.user.phone_number)],
    ['confirm_password', { ...body, confirm_password: 'Another-horse-9' }],
  ] as const) {
    const answer = await reset(admin, bad);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, [field]]);
  }

  await attempt(server, agent.user.email, 'wrong-1234', { from: newAddress() });
  const answer = await reset(admin, body);
  expect(answer.json()).toEqual({ success: true, message: expect.any(String) });
  expect((await post(server, logout.path, {}, agent.headers)).statusCode).toBe(401);
  expect((await attempt(server, agent.user.email)).statusCode).toBe(401);
  expect((await attempt(server, agent.user.email, newPassword)).statusCode).toBe(200);
  const audit = await auditOf(server.db, 'user', agent.user.id);
  expect(audit).toMatchObject([
    { action: 'reset_password', actor_id: admin.user.id, after: { sessions_ended: 1 } },
  ]);
  expect((await reset(superAdmin, resetOf(admin.user.phone_number))).statusCode).toBe(200);
  expect(await isSignedIn(server, admin)).toBe(false);
});

test('users who reset their own password stay signed in here and nowhere else', async () => {
  const here = await signIn(server, 'superadmin');
  const elsewhere = (await attempt(server, here.user.email)).json().tokens.access_token;
  expect((await reset(here, resetOf(here.user.phone_number))).statusCode).toBe(200);
  expect(await isSignedIn(server, here)).toBe(true);
  expect(await isTokenGood(server, elsewhere)).toBe(false);
});

test('after a reset, a rate-limited user can sign in', async () => {
  const agent = await addUser(server.db, 'agent');
  const admin = await signIn(server, 'admin');
  const from = newAddress();
  for (let n = 0; n < 6; n += 1) await attempt(server, agent.email, 'wrong-1234', { from });
  await reset(admin, resetOf(agent.phone_number));
  expect((await attempt(server, agent.email, newPassword, { from })).statusCode).toBe(200);
});

test('a demo account with a new password is no longer a demo account', async () => {
  const agent = await addUser(server.db, 'agent', { is_demo: true });
  const admin = await signIn(server, 'admin');
  expect((await reset(admin, resetOf(agent.phone_number))).statusCode).toBe(200);
  const row = server.db.selectFrom('users').select('is_demo').where('id', '=', agent.id);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ is_demo: false });
});

test.each(['abcdefgh', 'Jordan23', 'Krishna@123', 'aaaaaaaaaa'])(
  '%s is too common a password',
  async (chosen) => {
    const agent = await addUser(server.db, 'agent');
    const answer = await reset(await signIn(server, 'admin'), resetOf(agent.phone_number, chosen));
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['new_password']]);
  },
);
