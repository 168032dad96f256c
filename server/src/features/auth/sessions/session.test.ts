import { logout, refresh } from '@doorstep/contract/auth';
import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sessionRules } from '../../../config/sessions.ts';
import {
  ageSession,
  isSignedIn,
  isTokenGood,
  post,
  problemOf,
  sessionOf,
  statusOf,
} from '../../../testing/auth-requests.ts';
import { changeRows, readRows } from '../../../testing/rows.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { deleteOldSessions, wasSessionOf } from './session-store.ts';

const server = await startSharedApp();
const renew = (token: unknown) => post(server, refresh.path, { refresh: token });

// Covers: threat-33
test('a session and its tokens are deleted when no browser refers to it any more, and not before', async () => {
  const { user } = await signIn(server, 'admin');
  const { id } = await sessionOf(server, user.id);
  const has = async (days: number) => {
    await ageSession(server, { id }, 'created_at', `${days} days`);
    await deleteOldSessions(server.db, sessionRules.deviceDays);
    const tokens = await readRows(server.db, 'refresh_tokens', { session_id: id }, ['generation']);
    return [await wasSessionOf(server.db, id, user.id), tokens.length];
  };
  expect(await has(364)).toEqual([true, 1]);
  expect(await has(366)).toEqual([false, 0]);
});

// Covers: asvs-8, asvs-9
test('a token is valid only while its session is open and its user active', async () => {
  const visitor = await signIn(server, 'admin');
  expect(await isSignedIn(server, visitor)).toBe(true);
  const { id } = await sessionOf(server, visitor.user.id);
  const { secret } = server.platform;
  const forge = ({ sid = id, sub = visitor.user.id, exp = '1 minute', key = secret }) =>
    new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(sub))
      .setExpirationTime(exp)
      .sign(key);
  expect(await isTokenGood(server, await forge({}))).toBe(true);
  const refused = [
    'nonsense',
    await forge({ key: new Uint8Array(32) }),
    await forge({ sub: visitor.user.id + 1 }),
    await forge({ exp: '1 second ago' }),
    await forge({ sid: crypto.randomUUID() }),
  ];
  for (const token of refused) {
    const answer = await post(server, logout.path, {}, { authorization: `Bearer ${token}` });
    expect(problemOf(answer), token).toEqual([401, 'token_not_valid']);
  }
  await changeRows(server.db, 'users', { id: visitor.user.id }, { is_active: false });
  server.app.forgetSessions();
  expect(await isSignedIn(server, visitor)).toBe(false);
});

// Covers: threat-6
test('a session ends after the idle limit and at its maximum age; its use is recorded by the minute', async () => {
  const visitor = await signIn(server, 'admin');
  const { id, last_used_at } = await sessionOf(server, visitor.user.id);
  const age = (column: 'last_used_at' | 'created_at', interval: string) =>
    ageSession(server, { id }, column, interval);
  const lastUse = async () => (await sessionOf(server, visitor.user.id)).last_used_at;
  await isSignedIn(server, visitor);
  expect(await lastUse()).toBe(last_used_at);

  await age('last_used_at', '11 hours 59 minutes');
  expect(await isSignedIn(server, visitor)).toBe(true);
  expect(Date.parse(await lastUse())).toBeGreaterThan(Date.now() - 60_000);
  await age('last_used_at', '12 hours 1 minute');
  expect(await isSignedIn(server, visitor)).toBe(false);
  expect(await statusOf(renew(visitor.refreshToken))).toBe(401);

  await age('last_used_at', '1 minute');
  expect(await isSignedIn(server, visitor)).toBe(true);
  await age('created_at', '30 days 1 minute');
  expect(await isSignedIn(server, visitor)).toBe(false);
});

const ageUses = (userId: number, seconds: number) =>
  server.db
    .updateTable('refresh_tokens')
    .from('sessions')
    .set({ used_at: sql`used_at - make_interval(secs => ${seconds})` })
    .whereRef('sessions.id', '=', 'refresh_tokens.session_id')
    .where('sessions.user_id', '=', userId)
    .execute();

// Covers: threat-5
test('refreshing issues new tokens; reusing an old one ends the session for everyone', async () => {
  const visitor = await signIn(server, 'admin');
  const first = await renew(visitor.refreshToken);
  expect(first.statusCode).toBe(200);
  expect(Object.keys(first.json())).toEqual(['access_token', 'refresh_token']);
  const second = await renew(first.json().refresh_token);
  expect(second.statusCode).toBe(200);
  expect(await isSignedIn(server, visitor)).toBe(true);

  expect(problemOf(await renew(visitor.refreshToken))).toEqual([401, 'token_not_valid']);
  expect(await isSignedIn(server, visitor)).toBe(false);
  expect(await statusOf(renew(second.json().refresh_token))).toBe(401);
  expect(await auditOf(server.db, 'session', visitor.user.id)).toMatchObject([
    { action: 'sign_in' },
    { action: 'refresh_reused', actor_id: null },
  ]);
});

// Covers: session-end-4, threat-5
test('after a lost response, the token just used is valid again for thirty seconds from its first use', async () => {
  const visitor = await signIn(server, 'admin');
  await renew(visitor.refreshToken);
  await ageUses(visitor.user.id, 25);
  expect(await statusOf(renew(visitor.refreshToken))).toBe(200);
  expect(await isSignedIn(server, visitor)).toBe(true);
  await ageUses(visitor.user.id, 6);
  expect(await statusOf(renew(visitor.refreshToken))).toBe(401);
  expect(await isSignedIn(server, visitor)).toBe(false);
});

// Covers: field-app-7, threat-5
test('an agent’s token is valid again until one of its successors was used, and then ends the session', async () => {
  const agent = await signIn(server, 'agent');
  const lost = (await renew(agent.refreshToken)).json().refresh_token;
  await ageUses(agent.user.id, 5 * 86_400);
  const again = await renew(agent.refreshToken);
  expect(again.statusCode).toBe(200);
  expect(await statusOf(renew(again.json().refresh_token))).toBe(200);
  expect(await isSignedIn(server, agent)).toBe(true);
  expect(await statusOf(renew(agent.refreshToken))).toBe(401);
  expect(await isSignedIn(server, agent)).toBe(false);
  expect(await statusOf(renew(lost))).toBe(401);
  expect((await auditOf(server.db, 'session', agent.user.id)).at(-1)).toMatchObject({
    action: 'refresh_reused',
  });
});

// Covers: threat-5
test('if two tokens were made from one, using the second after the first ends the session', async () => {
  const visitor = await signIn(server, 'admin');
  const lost = (await renew(visitor.refreshToken)).json().refresh_token;
  const kept = (await renew(visitor.refreshToken)).json().refresh_token;
  expect(await statusOf(renew(kept))).toBe(200);
  expect(await statusOf(renew(lost))).toBe(401);
  expect(await isSignedIn(server, visitor)).toBe(false);
});

// Covers: session-end-5
test('tabs that refresh with one token at the same time all stay signed in', async () => {
  const visitor = await signIn(server, 'admin');
  const answers = await Promise.all(Array.from({ length: 6 }, () => renew(visitor.refreshToken)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect(await isSignedIn(server, visitor)).toBe(true);
  const last = answers.at(-1)?.json();
  expect(await isTokenGood(server, last.access_token)).toBe(true);
  expect(await statusOf(renew(last.refresh_token))).toBe(200);
});

test('of many simultaneous uses of one token’s successors, one succeeds and the session ends', async () => {
  const visitor = await signIn(server, 'admin');
  const made = await Promise.all([1, 2, 3].map(() => renew(visitor.refreshToken)));
  const answers = await Promise.all(made.map((answer) => renew(answer.json().refresh_token)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401, 401]);
  expect(await isSignedIn(server, visitor)).toBe(false);
});

test('an unknown refresh token is a 401, a malformed one a 400', async () => {
  expect(await statusOf(renew('unknown'))).toBe(401);
  expect(await statusOf(renew(7))).toBe(400);
});

// Covers: asvs-7
test('logging out ends the session, its refresh tokens and its cookie', async () => {
  const visitor = await signIn(server, 'agent');
  const cookie = /doorstep_session=([^;]+)/.exec(visitor.headers.cookie)?.[1];
  const { id } = visitor.user;
  expect(await server.app.findCookieSession(cookie)).toMatchObject({ id, isAdmin: false });
  const answer = await visitor.post(logout.path, {});
  expect(answer.json()).toEqual({ success: true, message: 'Logged out successfully!' });
  expect(answer.cookies).toMatchObject([{ name: 'doorstep_session', value: '', path: '/' }]);
  expect(answer.headers['clear-site-data']).toBe('"cache"');
  expect(await statusOf(visitor.post(logout.path, {}))).toBe(401);
  expect(await statusOf(renew(visitor.refreshToken))).toBe(401);
  for (const closed of [cookie, 'x', undefined]) {
    expect(await server.app.findCookieSession(closed)).toBeUndefined();
  }
  expect(await auditOf(server.db, 'session', id)).toMatchObject([
    { action: 'sign_in' },
    { action: 'sign_out', actor_id: id },
  ]);
});
