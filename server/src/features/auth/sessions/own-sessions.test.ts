import { refresh } from '@doorstep/contract/auth';
import { endOtherSessions, endSession, listSessions } from '@doorstep/contract/auth/sessions';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { attempt, isSignedIn, isTokenGood, post } from '../../../testing/auth-requests.ts';
import { changeRows } from '../../../testing/rows.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';

const server = await startSharedApp();

interface Listed {
  id: string;
  user_agent: string;
  address: string;
  created_at: string;
  last_used_at: string;
  is_current: boolean;
}

const list = async ({ headers }: Visitor) =>
  (await server.app.inject({ url: listSessions.path, headers })).json<{ sessions: Listed[] }>()
    .sessions;

const end = (by: Visitor | undefined, id: string) =>
  server.app.inject({
    method: 'DELETE',
    url: endSession.path.replace(':id', id),
    headers: by?.headers ?? {},
  });

async function elsewhere({ user }: Visitor, from = '203.0.113.9') {
  const answer = await attempt(server, user.email, undefined, { from });
  return answer.json().tokens as { access_token: string; refresh_token: string };
}

test('users see their own open sessions, the current one first, and nobody else’s', async () => {
  expect((await server.app.inject({ url: listSessions.path })).statusCode).toBe(401);
  const visitor = await signIn(server, 'agent');
  await signIn(server, 'admin');
  await elsewhere(visitor);
  const sessions = await list(visitor);
  expect(sessions.map(({ is_current, address }) => [is_current, address])).toEqual([
    [true, '127.0.0.1'],
    [false, '203.0.113.9'],
  ]);
  expect(Object.keys(sessions[0] ?? {}).sort()).toEqual([
    'address',
    'created_at',
    'id',
    'is_current',
    'last_used_at',
    'user_agent',
  ]);
  const age = (column: 'last_used_at' | 'created_at', interval: string) =>
    changeRows(
      server.db,
      'sessions',
      { id: sessions[1]?.id ?? '' },
      { [column]: sql`now() - ${interval}::interval` },
    );
  await age('last_used_at', '15 days');
  expect(await list(visitor)).toHaveLength(1);
  await age('last_used_at', '0');
  await age('created_at', '91 days');
  expect(await list(visitor)).toHaveLength(1);
});

// Covers: threat-6
test('ending a session: 401, 404, 200; its tokens are invalid immediately', async () => {
  const visitor = await signIn(server, 'admin');
  const stranger = await signIn(server, 'superadmin');
  const tokens = await elsewhere(visitor);
  const other = (await list(visitor)).find(({ is_current }) => !is_current)?.id ?? '';
  expect((await end(undefined, other)).statusCode).toBe(401);
  for (const [by, id] of [
    [stranger, other],
    [visitor, crypto.randomUUID()],
    [visitor, 'x'],
  ] as const) {
    expect([id, (await end(by, id)).statusCode]).toEqual([id, 404]);
  }
  expect(await isTokenGood(server, tokens.access_token)).toBe(true);

  expect((await end(visitor, other)).json()).toEqual({ success: true, message: 'Session ended' });
  expect(await isTokenGood(server, tokens.access_token)).toBe(false);
  const renewed = await post(server, refresh.path, { refresh: tokens.refresh_token });
  expect(renewed.statusCode).toBe(401);
  expect(await isSignedIn(server, visitor)).toBe(true);
  expect((await end(visitor, other)).statusCode).toBe(404);
  expect((await auditOf(server.db, 'session', visitor.user.id)).slice(2)).toMatchObject([
    { action: 'end_session', actor_id: visitor.user.id, after: { session_id: other } },
  ]);
});

// Covers: asvs-7
test('ending all others preserves this one, and is audited once', async () => {
  const visitor = await signIn(server, 'admin');
  const stranger = await signIn(server, 'admin');
  const tokens = [await elsewhere(visitor), await elsewhere(visitor, '203.0.113.10')];
  expect((await post(server, endOtherSessions.path, {})).statusCode).toBe(401);
  const answer = await post(server, endOtherSessions.path, {}, visitor.headers);
  expect(answer.json()).toEqual({ success: true, message: 'All other sessions ended', ended: 2 });
  for (const { access_token } of tokens)
    expect(await isTokenGood(server, access_token)).toBe(false);
  expect(await isSignedIn(server, visitor)).toBe(true);
  expect(await isSignedIn(server, stranger)).toBe(true);
  expect(await list(visitor)).toHaveLength(1);
  await post(server, endOtherSessions.path, {}, visitor.headers);
  expect((await auditOf(server.db, 'session', visitor.user.id)).slice(3)).toMatchObject([
    { action: 'end_other_sessions', after: { sessions_ended: 2 } },
  ]);
});
