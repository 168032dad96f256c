import { logout, refresh } from '@doorstep/contract/auth';
import { endOtherSessions, endSession, listSessions } from '@doorstep/contract/auth/sessions';
import { expect, test } from 'vitest';
import {
  ageSession,
  attempt,
  isSignedIn,
  isTokenGood,
  post,
  statusOf,
} from '../../../testing/auth-requests.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';

const server = await startSharedApp();

interface Listed {
  id: string;
  address: string;
  is_current: boolean;
}

const list = async (visitor: Visitor) =>
  (await visitor.get(listSessions.path)).json<{ sessions: Listed[] }>().sessions;

const end = (by: Visitor, id: string) => by.delete(endSession.path.replace(':id', id));

async function elsewhere({ user }: Visitor, from = '203.0.113.9') {
  const answer = await attempt(server, user.email, undefined, { from });
  return answer.json().tokens as { access_token: string; refresh_token: string };
}

test.each([
  ['GET', listSessions.path],
  ['DELETE', endSession.path.replace(':id', crypto.randomUUID())],
  ['POST', endOtherSessions.path],
  ['POST', logout.path],
] as const)('without a session, %s %s is a 401', async (method, url) => {
  expect(await statusOf(server.app.inject({ method, url, payload: {} }))).toBe(401);
});

test('users see their own open sessions, the current one first, and nobody else’s', async () => {
  const visitor = await signIn(server, 'agent');
  await signIn(server, 'admin');
  await elsewhere(visitor);
  const sessions = await list(visitor);
  expect(sessions).toMatchObject([
    { is_current: true, address: '127.0.0.1' },
    { is_current: false, address: '203.0.113.9' },
  ]);
  const columns = ['address', 'created_at', 'id', 'is_current', 'last_used_at', 'user_agent'];
  expect(Object.keys(sessions[0] ?? {}).sort()).toEqual(columns);
  const other = { id: sessions[1]?.id ?? '' };
  await ageSession(server, other, 'last_used_at', '15 days');
  expect(await list(visitor)).toHaveLength(1);
  await ageSession(server, other, 'last_used_at', '0');
  expect(await list(visitor)).toHaveLength(2);
  await ageSession(server, other, 'created_at', '91 days');
  expect(await list(visitor)).toHaveLength(1);
});

// Covers: threat-6
test('ending a session makes its tokens invalid immediately', async () => {
  const visitor = await signIn(server, 'admin');
  const stranger = await signIn(server, 'superadmin');
  const tokens = await elsewhere(visitor);
  const other = (await list(visitor)).find(({ is_current }) => !is_current)?.id ?? '';
  expect(await statusOf(end(stranger, other))).toBe(404);
  expect(await statusOf(end(visitor, 'x'))).toBe(404);
  expect(await isTokenGood(server, tokens.access_token)).toBe(true);

  expect((await end(visitor, other)).json()).toEqual({ success: true, message: 'Session ended' });
  expect(await isTokenGood(server, tokens.access_token)).toBe(false);
  const renewed = post(server, refresh.path, { refresh: tokens.refresh_token });
  expect(await statusOf(renewed)).toBe(401);
  expect(await isSignedIn(server, visitor)).toBe(true);
  expect(await statusOf(end(visitor, other))).toBe(404);
  expect((await auditOf(server.db, 'session', visitor.user.id)).slice(2)).toMatchObject([
    { action: 'end_session', actor_id: visitor.user.id, after: { session_id: other } },
  ]);
});

// Covers: asvs-7
test('ending all others preserves this one, and is audited once', async () => {
  const visitor = await signIn(server, 'admin');
  const stranger = await signIn(server, 'admin');
  const tokens = [await elsewhere(visitor), await elsewhere(visitor, '203.0.113.10')];
  const answer = await visitor.post(endOtherSessions.path, {});
  expect(answer.json()).toEqual({ success: true, message: 'All other sessions ended', ended: 2 });
  for (const { access_token } of tokens)
    expect(await isTokenGood(server, access_token)).toBe(false);
  expect(await isSignedIn(server, visitor)).toBe(true);
  expect(await isSignedIn(server, stranger)).toBe(true);
  expect(await list(visitor)).toHaveLength(1);
  await visitor.post(endOtherSessions.path, {});
  expect((await auditOf(server.db, 'session', visitor.user.id)).slice(3)).toMatchObject([
    { action: 'end_other_sessions', after: { sessions_ended: 2 } },
  ]);
});
