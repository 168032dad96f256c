import { login, refresh } from '@doorstep/contract/auth';
import { listSessions } from '@doorstep/contract/auth/sessions';
import { texts } from '@doorstep/contract/texts';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import {
  attempt,
  forgetFailures,
  post,
  sessionOf,
  startSignInServer,
  statusOf,
} from '../../../testing/auth-requests.ts';
import { changeRows } from '../../../testing/rows.ts';
import {
  addUser,
  auditOf,
  closeAfterTest,
  password,
  signIn,
  startTestApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';

// Loads the modules again, because an earlier test file may have loaded them without the spy. Clears the
// metrics, because a module that is loaded again registers its metrics again. The spy observes calls; the
// real functions run.
await vi.hoisted(async () => {
  vi.resetModules();
  (await import('prom-client')).register.clear();
});
vi.mock('../accounts/password.ts', { spy: true });

const server = await startSignInServer();

test('a stored hash that is none matches no password', async () => {
  expect(await verifyPassword('', '')).toBe(false);
});

test('a login returns the user and tokens, sets the cookie, and is audited', async () => {
  const user = await addUser(server.db, 'admin');
  const answer = await attempt(server, user.email);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({
    success: true,
    message: 'Login successful!',
    user: {
      ...{ id: user.id, name: user.name, email: user.email, phone_number: user.phone_number },
      ...{ is_admin: true, is_superadmin: false, is_active: true },
    },
    tokens: { access_token: expect.any(String), refresh_token: expect.any(String) },
  });
  const cookie = answer.cookies.find(({ name }) => name === 'doorstep_session');
  expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Strict' });
  expect(cookie).not.toHaveProperty('secure');
  const session = await sessionOf(server, user.id);
  expect(await auditOf(server.db, 'session', user.id)).toMatchObject([
    {
      ...{ action: 'sign_in', actor_id: user.id, address: '127.0.0.1' },
      after: { session_id: session.id },
    },
  ]);
  expect(JSON.stringify(session)).not.toContain(cookie?.value);
});

// Covers: asvs-11
test('over https the cookie is secure', async () => {
  const proxied = closeAfterTest(await startTestApp({ trustProxy: 1 }));
  const user = await addUser(proxied.db, 'admin');
  const body = { email_or_mobile: user.email, password };
  const answer = await post(proxied, login.path, body, { 'x-forwarded-proto': 'https' });
  expect(answer.cookies.map(({ secure }) => secure)).toEqual([true, true]);
});

test('agents sign in too; the email may be in any case, the mobile number in any form', async () => {
  const contact = { email: 'mixed.case@example.test', phone_number: '9198765432' };
  const { id } = await addUser(server.db, 'agent', contact);
  for (const name of [
    ...[' Mixed.Case@Example.TEST ', '9198765432', '+91 91987 65432', '919198765432'],
    ...['09198765432', '(+91) 91987-65432'],
  ]) {
    expect((await attempt(server, name)).json().user?.id, name).toBe(id);
  }
});

// Covers: threat-1
test('whatever is wrong, the answer and its cost are the same, and the audit records the reason', async () => {
  const password_hash = await hashPassword(password);
  const known = await addUser(server.db, 'admin', { password_hash });
  const inactive = await addUser(server.db, 'admin', { password_hash, is_active: false });
  const deleted = await addUser(server.db, 'admin', { password_hash });
  await changeRows(server.db, 'users', { id: deleted.id }, { deleted_at: new Date() });
  const tries = [
    ['nobody@example.test', password],
    ['9000000000', password],
    [known.email, 'Wrong-horse-7'],
    [inactive.email, password],
    [deleted.email, password],
  ] as const;
  for (const [name, tried] of tries) {
    vi.mocked(verifyPassword).mockClear();
    const answer = await attempt(server, name, tried);
    expect(answer.statusCode, name).toBe(401);
    const { checkCredentials } = texts.login;
    expect(answer.json(), name).toEqual({
      ...{ success: false, message: checkCredentials, detail: checkCredentials },
      ...{ code: 'wrong_credentials', request_id: expect.any(String) },
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(verifyPassword).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      tried,
    );
  }
  for (const user of [known, inactive]) {
    expect(await auditOf(server.db, 'session', user.id)).toMatchObject([
      { action: 'sign_in_failed', actor_id: null, after: null },
    ]);
  }
  const everything = await sql<{ text: string }>`select audit::text as text from audit`.execute(
    server.db,
  );
  expect(JSON.stringify(everything.rows)).not.toContain('Wrong-horse-7');
});

// Covers: threat-8
test('if strangers can reach the server, demo accounts are rejected like unknown ones', async () => {
  const demo = { email: 'demo@example.test', is_demo: true };
  await addUser(server.db, 'superadmin', demo);
  expect(await statusOf(attempt(server, demo.email))).toBe(200);

  // This server listens only on this machine, as it would behind a proxy.
  const real = closeAfterTest(await startTestApp({ host: '127.0.0.1', demo: false }));
  await addUser(real.db, 'superadmin', demo);
  const answer = await attempt(real, demo.email);
  expect(answer.statusCode).toBe(401);
  expect(answer.json().message).toBe(texts.login.checkCredentials);
  // Simulates a session from the time before the demo was turned off.
  const { user, get } = await signIn(real, 'admin');
  await changeRows(real.db, 'users', { id: user.id }, { is_demo: true });
  real.app.forgetSessions();
  expect(await statusOf(get('applicants/'))).toBe(401);
});

// Covers: threat-8
test('a demo account is rejected through a proxy, under another name of the server, and from a page of another host', async () => {
  const demo = await addUser(server.db, 'agent', { is_demo: true });
  const real = await addUser(server.db, 'agent');
  const signInWith = async (headers: Record<string, string>, { email } = demo) => {
    const payload = { email_or_mobile: email, password };
    return statusOf(post(server, login.path, payload, headers));
  };
  // A phone that reaches the server by USB port forwarding uses the host `localhost` too.
  for (const host of ['127.0.0.1:8080', '[::1]:8080', 'localhost:8080', 'localhost']) {
    expect(await signInWith({ host }), host).toBe(200);
  }
  expect(await signInWith({ host: 'localhost:8080', origin: 'http://localhost:8080' })).toBe(200);
  const strangers: Record<string, string>[] = [
    // Simulates a proxy that changes the host name and adds no header.
    { host: '127.0.0.1:8080', origin: 'https://reports.example.com' },
    { host: '127.0.0.1:8080', origin: 'null' },
    { host: 'reports.example.com' },
    { host: 'localhost.example.com' },
    { host: '192.168.1.7:8080' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-real-ip': '203.0.113.7' },
    { forwarded: 'for=203.0.113.7' },
    { via: '1.1 Caddy' },
    { 'x-forwarded-proto': 'https' },
    { 'cf-connecting-ip': '203.0.113.7' },
    { 'true-client-ip': '203.0.113.7' },
  ];
  for (const headers of strangers) {
    // Clears the failures, so that the next sign-ins are not delayed.
    await forgetFailures(server);
    expect(await signInWith(headers), JSON.stringify(headers)).toBe(401);
    expect(await signInWith(headers, real), JSON.stringify(headers)).toBe(200);
  }
});

// Covers: threat-8
test('its tokens and cookies are rejected there too', async () => {
  const demo = await signIn(server, 'admin', { is_demo: true });
  const real = await signIn(server, 'admin');
  const proxied = { 'x-forwarded-for': '203.0.113.7' };
  const [cookie] = demo.headers.cookie.split('; ');
  const photo = '/api/v1/media/photo/0/screen?expires=1&signature=x';
  const ask = (url: string, headers: object) =>
    statusOf(server.app.inject({ url, headers: { ...headers } }));
  const renew = ({ refreshToken }: Visitor, headers = {}) =>
    statusOf(post(server, refresh.path, { refresh: refreshToken }, headers));
  for (const [who, status] of [
    [demo, 401],
    [real, 200],
  ] as const) {
    const { authorization } = who.headers;
    expect(await ask(listSessions.path, { authorization })).toBe(200);
    expect(await ask(listSessions.path, { authorization, ...proxied })).toBe(status);
    expect(await renew(who, proxied)).toBe(status);
  }
  expect(await ask(photo, { cookie, ...proxied })).toBe(401);
  expect(await ask(photo, { cookie })).not.toBe(401);
  expect(await renew(demo)).toBe(200);
});
