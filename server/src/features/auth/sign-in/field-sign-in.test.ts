import { ACCOUNT_CLOSED, login, NOT_AN_AGENT } from '@doorstep/contract/auth';
import { listAgentTasks } from '@doorstep/contract/verifications';
import { visitReceipts } from '@doorstep/contract/visits/phone';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  ageSession,
  failedJustNow,
  isSignedIn,
  post,
  problemOf,
  startSignInServer,
  statusOf,
} from '../../../testing/auth-requests.ts';
import { changeRows, readRows } from '../../../testing/rows.ts';
import {
  addUser,
  auditOf,
  closeAfterTest,
  password,
  signIn,
  startTestApp,
  type Visitor,
} from '../../../testing/test-app.ts';

const server = await startSignInServer();

/** Signs in to the agent's app. */
const signInField = (email: string, typed = password, headers = {}, on = server) =>
  post(on, login.path, { email_or_mobile: email, password: typed, app: 'field' }, headers);

const ask = (url: string, token: string) =>
  statusOf(server.app.inject({ url, headers: { authorization: `Bearer ${token}` } }));

// Covers: field-app-5
test('the agent’s app signs in without a session cookie, so that it replaces no admin’s', async () => {
  const agent = await addUser(server.db, 'agent');
  const answer = await signInField(agent.email);
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies.map(({ name, path }) => [name, path])).toEqual([
    ['doorstep_field_device', '/api/v1/auth/'],
  ]);
  expect(await ask(listAgentTasks.path, answer.json().tokens.access_token)).toBe(200);

  const office = await post(server, login.path, { email_or_mobile: agent.email, password });
  expect(office.cookies.map(({ name }) => name)).toEqual(['doorstep_session', 'doorstep_device']);
  expect(office.json()).not.toHaveProperty('send_token');
});

// Covers: threat-3
test('failures of others do not lock out a phone that the agent used', async () => {
  const agent = await addUser(server.db, 'agent');
  const [known] = (await signInField(agent.email)).cookies;
  for (let n = 0; n < 6; n += 1) await signInField(agent.email, 'wrong-1234');
  await failedJustNow(server, 13);
  expect(await statusOf(signInField(agent.email))).toBe(429);
  const cookie = `${known?.name}=${known?.value}`;
  expect(await statusOf(signInField(agent.email, password, { cookie }))).toBe(200);
});

// Covers: field-app-25, threat-1
test('a deactivated agent with the right password, and no one else, learns that the account is closed, and whom to call', async () => {
  const officePhone = '+91 20 2567 1234';
  const office = closeAfterTest(await startTestApp({ host: '127.0.0.1', officePhone }));
  const said = (answer: Awaited<ReturnType<typeof post>>) => {
    expect(answer.headers['set-cookie']).toBeUndefined();
    return { ...answer.json(), request_id: '' };
  };
  const tryIn = async (email: string, typed = password) =>
    said(await signInField(email, typed, {}, office));
  const closed = { is_active: false };
  const agent = await addUser(office.db, 'agent', closed);
  const stranger = await tryIn('nobody@example.test');
  expect(stranger).toMatchObject({ code: 'wrong_credentials' });
  expect(await tryIn(agent.email, 'Wrong-horse-7')).toEqual(stranger);
  const inOffice = await post(office, login.path, { email_or_mobile: agent.email, password });
  expect(said(inOffice)).toEqual(stranger);
  const admin = await addUser(office.db, 'admin', closed);
  expect(await tryIn(admin.email)).toEqual(stranger);
  for (let times = 0; times < 7; times += 1) {
    const reason = { code: ACCOUNT_CLOSED, office_phone: officePhone };
    expect(await tryIn(agent.email)).toMatchObject(reason);
  }
  expect(await readRows(office.db, 'sessions', { user_id: agent.id })).toEqual([]);
  expect(await auditOf(office.db, 'session', agent.id)).toHaveLength(9);

  // A demo account can't sign in through a proxy, because its password is public.
  const demo = await addUser(server.db, 'agent', { ...closed, is_demo: true });
  const proxied = await signInField(demo.email, password, { 'x-forwarded-for': '203.0.113.7' });
  expect(proxied.json()).toMatchObject({ code: 'wrong_credentials' });
});

test('an administrator is rejected in the agent’s app, and no session begins', async () => {
  const admin = await addUser(server.db, 'admin');
  const answer = await signInField(admin.email);
  expect(problemOf(answer)).toEqual([403, NOT_AN_AGENT]);
  expect(answer.cookies).toEqual([]);
  expect(await readRows(server.db, 'sessions', { user_id: admin.id })).toEqual([]);
});

// Covers: field-app-6, threat-40
test('the token that a phone stores outside its lock sends visits and reads nothing else', async () => {
  const agent = await addUser(server.db, 'agent');
  const { send_token: token } = (await signInField(agent.email)).json();
  expect(await ask(listAgentTasks.path, token)).toBe(403);
  const visits = crypto.randomUUID();
  expect(await ask(`${visitReceipts.path}?visits=${visits}`, token)).not.toBe(403);
  await changeRows(server.db, 'sessions', { user_id: agent.id }, { ended_at: sql`now()` });
  server.app.forgetSessions();
  expect(await ask(listAgentTasks.path, token)).toBe(401);
});

// Covers: field-app-7
test('an agent’s session survives days offline, an admin’s doesn’t', async () => {
  const staysOpen = async (
    visitor: Visitor,
    column: 'last_used_at' | 'created_at',
    interval: string,
  ) => {
    await ageSession(server, { user_id: visitor.user.id }, column, interval);
    return isSignedIn(server, visitor);
  };
  const agent = await signIn(server, 'agent');
  expect(await staysOpen(agent, 'last_used_at', '13 days 23 hours')).toBe(true);
  expect(await staysOpen(agent, 'created_at', '89 days')).toBe(true);
  expect(await staysOpen(agent, 'created_at', '90 days 1 minute')).toBe(false);
  const idle = await signIn(server, 'agent');
  expect(await staysOpen(idle, 'last_used_at', '14 days 1 minute')).toBe(false);
  const admin = await signIn(server, 'admin');
  expect(await staysOpen(admin, 'last_used_at', '13 hours')).toBe(false);
});
