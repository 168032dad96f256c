import { ACCOUNT_CLOSED, login, NOT_AN_AGENT } from '@doorstep/contract/auth';
import { listAgentTasks } from '@doorstep/contract/verifications';
import { visitReceipts } from '@doorstep/contract/visits/phone';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { failedJustNow, post } from '../../../testing/auth-requests.ts';
import { changeRows, readRows } from '../../../testing/rows.ts';
import {
  addUser,
  auditOf,
  closeAfterTest,
  password,
  signIn,
  startSharedApp,
  startTestApp,
} from '../../../testing/test-app.ts';

const server = await startSharedApp();
beforeEach(async () => {
  await server.db.deleteFrom('sign_in_failures').execute();
});

const signInField = (email: string) =>
  post(server, login.path, { email_or_mobile: email, password, app: 'field' });

const ask = (url: string, token: string) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${token}` } });

// Covers: field-app-5
test('the agent’s app signs in without a session cookie, so that it replaces no admin’s', async () => {
  const agent = await addUser(server.db, 'agent');
  const answer = await signInField(agent.email);
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies.map(({ name, path }) => [name, path])).toEqual([
    ['doorstep_field_device', '/api/v1/auth/'],
  ]);
  expect((await ask(listAgentTasks.path, answer.json().tokens.access_token)).statusCode).toBe(200);

  const office = await post(server, login.path, { email_or_mobile: agent.email, password });
  expect(office.cookies.map(({ name }) => name)).toEqual(['doorstep_session', 'doorstep_device']);
  expect(office.json()).not.toHaveProperty('send_token');
});

// Covers: threat-3
test('failures of others do not lock out a phone that the agent used', async () => {
  const agent = await addUser(server.db, 'agent');
  const tryFrom = (typed: string, cookie = '') =>
    post(
      server,
      login.path,
      { email_or_mobile: agent.email, password: typed, app: 'field' },
      { cookie },
    );
  const [known] = (await signInField(agent.email)).cookies;
  for (let n = 0; n < 6; n += 1) await tryFrom('wrong-1234');
  await failedJustNow(server, 13);
  expect((await tryFrom(password)).statusCode).toBe(429);
  expect((await tryFrom(password, `${known?.name}=${known?.value}`)).statusCode).toBe(200);
});

// Covers: field-app-25, threat-1
test('a deactivated agent with the right password, and no one else, learns that the account is closed, and whom to call', async () => {
  const officePhone = '+91 20 2567 1234';
  const office = closeAfterTest(await startTestApp({ host: '127.0.0.1', officePhone }));
  const tryIn = async (email: string, more: { typed?: string; app?: 'field' }, on = office) => {
    const { typed = password, ...body } = more;
    const answer = await post(on, login.path, { email_or_mobile: email, password: typed, ...body });
    const { request_id: _, ...said } = answer.json();
    expect(answer.headers['set-cookie']).toBeUndefined();
    return said;
  };
  const closed = { is_active: false };
  const agent = await addUser(office.db, 'agent', closed);
  const stranger = await tryIn('nobody@example.test', { app: 'field' });
  expect(stranger).toMatchObject({ code: 'wrong_credentials' });
  expect(await tryIn(agent.email, { app: 'field', typed: 'Wrong-horse-7' })).toEqual(stranger);
  expect(await tryIn(agent.email, {})).toEqual(stranger);
  const admin = await addUser(office.db, 'admin', closed);
  expect(await tryIn(admin.email, { app: 'field' })).toEqual(stranger);
  for (let times = 0; times < 7; times += 1) {
    expect(await tryIn(agent.email, { app: 'field' })).toMatchObject({
      code: ACCOUNT_CLOSED,
      office_phone: officePhone,
    });
  }
  const sessions = office.db.selectFrom('sessions').select('id').where('user_id', '=', agent.id);
  expect(await sessions.execute()).toEqual([]);
  expect(await auditOf(office.db, 'session', agent.id)).toHaveLength(9);

  // A demo account can't sign in through a proxy, because its password is public.
  const demo = await addUser(server.db, 'agent', { ...closed, is_demo: true });
  const proxied = await post(
    server,
    login.path,
    { email_or_mobile: demo.email, password, app: 'field' },
    { 'x-forwarded-for': '203.0.113.7' },
  );
  expect(proxied.json()).toMatchObject({ code: 'wrong_credentials' });
});

test('an administrator is rejected in the agent’s app, and no session begins', async () => {
  const admin = await addUser(server.db, 'admin');
  const answer = await signInField(admin.email);
  expect([answer.statusCode, answer.json().code]).toEqual([403, NOT_AN_AGENT]);
  expect(answer.cookies).toEqual([]);
  const sessions = await readRows(server.db, 'sessions', { user_id: admin.id }, ['id']);
  expect(sessions).toEqual([]);
});

// Covers: field-app-6, threat-40
test('the token that a phone stores outside its lock sends visits and reads nothing else', async () => {
  const agent = await addUser(server.db, 'agent');
  const { send_token: token } = (await signInField(agent.email)).json();
  expect((await ask(listAgentTasks.path, token)).statusCode).toBe(403);
  const visits = crypto.randomUUID();
  expect((await ask(`${visitReceipts.path}?visits=${visits}`, token)).statusCode).not.toBe(403);
  await changeRows(server.db, 'sessions', { user_id: agent.id }, { ended_at: sql`now()` });
  server.app.forgetSessions();
  expect((await ask(listAgentTasks.path, token)).statusCode).toBe(401);
});

// Covers: field-app-7
test('an agent’s session survives days offline, an admin’s doesn’t', async () => {
  const age = async (userId: number, column: 'last_used_at' | 'created_at', interval: string) => {
    await changeRows(
      server.db,
      'sessions',
      { user_id: userId },
      { [column]: sql`now() - ${interval}::interval` },
    );
    server.app.forgetSessions();
  };
  const isOpen = async ({ headers }: Awaited<ReturnType<typeof signIn>>) =>
    (await server.app.inject({ url: '/api/v1/auth/sessions/', headers })).statusCode !== 401;

  const agent = await signIn(server, 'agent');
  await age(agent.user.id, 'last_used_at', '13 days 23 hours');
  expect(await isOpen(agent)).toBe(true);
  await age(agent.user.id, 'created_at', '89 days');
  expect(await isOpen(agent)).toBe(true);
  await age(agent.user.id, 'created_at', '90 days 1 minute');
  expect(await isOpen(agent)).toBe(false);
  const idle = await signIn(server, 'agent');
  await age(idle.user.id, 'last_used_at', '14 days 1 minute');
  expect(await isOpen(idle)).toBe(false);

  const admin = await signIn(server, 'admin');
  await age(admin.user.id, 'last_used_at', '13 hours');
  expect(await isOpen(admin)).toBe(false);
});
