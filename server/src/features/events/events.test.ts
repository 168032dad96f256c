import { logout, passwordReset } from '@doorstep/contract/auth';
import type { Changes } from '@doorstep/contract/wire/events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { chainAudit } from '../../db/audit/chain.ts';
import { type Actor, recordAudit, recordAudits } from '../../db/audit/record.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import {
  addApplicant,
  signIn,
  startTestApp,
  type TestApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { openFeed } from './event-feed.ts';
import { openStreams } from './event-stream.ts';

const nobody: Actor = { id: null, requestId: null, address: null };
const path = '/api/v1/events/';

let server: TestApp;
/** A second server on the same database. */
let other: TestApp['app'];
let address: string;

beforeAll(async () => {
  server = await startTestApp();
  other = await buildApp(server.platform, server.config);
  address = await other.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const decided = (id: number) => recordAudit(server.db, nobody, 'verification.decide', id);

async function ask(headers: Record<string, string>, after?: number) {
  const url = after === undefined ? path : `${path}?after=${after}`;
  const answer = await server.app.inject({ url, headers });
  return answer.json<Changes>();
}

type Stream = Awaited<ReturnType<typeof follow>>;

/**
 * Waits for the next event with a change of this verification, because the second server may still send
 * changes of earlier tests.
 */
async function newsOf(stream: Stream, id: number): Promise<Changes['changes']> {
  for (;;) {
    const heard = await stream.next();
    if (!heard || heard.changes.some((change) => change.id === id)) return heard?.changes ?? [];
  }
}

async function follow(headers: Record<string, string>, from = address) {
  const response = await fetch(from + path, {
    headers: { ...headers, accept: 'text/event-stream' },
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  async function next(): Promise<Changes | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n');
      if (end >= 0) {
        const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1];
        text = text.slice(end + 2);
        if (data) return JSON.parse(data) as Changes;
        continue;
      }
      const part = await reader?.read();
      if (!part || part.done) return undefined;
      text += part.value;
    }
  }
  return { response, next, cancel: async () => reader?.cancel() };
}

test('a client that reconnects after a gap learns that something happened, and reloads its data', async () => {
  const { headers, user } = await signIn(server, 'admin');
  await chainAudit(server.db);
  const { last_event_id: before, changes, is_complete } = await ask(headers);
  expect([changes, is_complete]).toEqual([[], true]);
  expect(await ask(headers, before)).toMatchObject({ changes: [], is_complete: true });
  await recordAudits(server.db, nobody, [
    { event: 'user.update', subjectId: user.id, after: { name: 'Someone Else' } },
    { event: 'access.refused', subjectId: null },
  ]);
  await chainAudit(server.db);
  const missed = await ask(headers, before);
  expect(missed).toEqual({ changes: [], last_event_id: before + 2, is_complete: false });
  expect(await ask(headers, missed.last_event_id)).toMatchObject({ is_complete: true });
  // This audit row changes nothing that a screen shows.
  await recordAudits(server.db, nobody, [{ event: 'access.refused', subjectId: null }]);
  await chainAudit(server.db);
  expect(await ask(headers, missed.last_event_id)).toEqual({
    ...missed,
    ...{ last_event_id: before + 3, is_complete: true },
  });
  // After a restore, a client may ask for changes after an event that no longer exists.
  expect(await ask(headers, before + 1_000_000)).toMatchObject({ is_complete: false });
});

// Covers: threat-28
test('a change is sent as its kind and number, without its contents', async () => {
  const { headers } = await signIn(server, 'admin');
  await chainAudit(server.db);
  const stream = await follow(headers);
  await stream.next();
  const { application_id, id } = await addApplicant(server.db);
  await recordAudits(server.db, nobody, [
    { event: 'applicant.assign', subjectId: id, after: { application_id } },
    { event: 'report.create', subjectId: 7, after: { verification_id: 50_001 } },
    { event: 'user.view_identity', subjectId: 1 },
    { event: 'access.refused', subjectId: null },
  ]);
  await chainAudit(server.db);
  const notice = await stream.next();
  expect(notice?.changes).toEqual([
    { kind: 'applicant', id },
    { kind: 'report', id: 50_001 },
  ]);
  expect(JSON.stringify(notice)).not.toContain(application_id);
  const many = Array.from({ length: 150 }, (_, index) => ({
    event: 'verification.decide' as const,
    subjectId: index + 1,
  }));
  await recordAudits(server.db, nobody, many);
  await chainAudit(server.db);
  expect((await stream.next())?.changes).toEqual([{ kind: 'verification', id: null }]);
  await stream.cancel();
});

test('a change by one process reaches the listeners of another, once', async () => {
  const { headers } = await signIn(server, 'admin');
  await chainAudit(server.db);
  const stream = await follow(headers);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  const first = await stream.next();
  await decided(50_101);
  await chainAudit(server.db);
  expect(await stream.next()).toEqual({
    changes: [{ kind: 'verification', id: 50_101 }],
    last_event_id: (first?.last_event_id ?? 0) + 1,
    is_complete: true,
  });
  await stream.cancel();
});

test('a notification is enough: a change does not wait for the next poll', async () => {
  const feed = openFeed(server.db, () => {}, 2 ** 31 - 1);
  const heard: Changes[] = [];
  await feed.follow((changes) => heard.push(changes));
  // The poll at the start of listening may still find the first change, but not the second.
  for (const id of [50_105, 50_106]) {
    await decided(id);
    await chainAudit(server.db);
    await expect
      .poll(() => heard.flatMap(({ changes }) => changes))
      .toContainEqual({ kind: 'verification', id });
  }
  await feed.close();
});

test('a stream that reconnects after a gap reports that it is incomplete', async () => {
  const { headers } = await signIn(server, 'admin');
  await chainAudit(server.db);
  const { last_event_id } = await ask(headers);
  await decided(50_102);
  await chainAudit(server.db);
  const stream = await follow({ ...headers, 'last-event-id': String(last_event_id) });
  expect(await stream.next()).toMatchObject({ changes: [], is_complete: false });
  await stream.cancel();
});

test('a change whose notification was lost is sent later', async () => {
  const { headers } = await signIn(server, 'admin');
  // Adds the changes of earlier tests to the chain, so that this stream does not report them.
  await chainAudit(server.db);
  const stream = await follow(headers);
  await stream.next();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(server.db);
  await decided(50_103);
  await chainAudit(server.db);
  expect(await newsOf(stream, 50_103)).toContainEqual({ kind: 'verification', id: 50_103 });
  await stream.cancel();
});

test('an agent gets no changes, and one user can open only a limited number of streams', async () => {
  const agent = await signIn(server, 'agent');
  expect((await follow(agent.headers)).response.status).toBe(403);
  const { headers } = await signIn(server, 'admin');
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow(headers)));
  expect(streams.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  expect((await follow(headers)).response.status).toBe(429);
  for (const stream of streams) await stream.cancel();
  await expect.poll(async () => (await follow(headers)).response.status).toBe(200);
});

test('a HEAD request is answered, and opens no stream', async () => {
  const { headers } = await signIn(server, 'admin');
  for (let time = 0; time < 10; time++) {
    const answer = await fetch(address + path, {
      method: 'HEAD',
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(60_000),
    });
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
  const { response, cancel } = await follow(headers);
  expect(response.status).toBe(200);
  await cancel();
});

// Covers: threat-28
test('a stream ends with its session', async () => {
  const feed = openFeed(server.db, () => {});
  const streams = openStreams(feed, { heartbeat: 20 });
  let timeLeft = 60_000;
  const stream = await streams.start(1, undefined, async () => timeLeft);
  const text: string[] = [];
  const ended = new Promise((resolve) =>
    stream.on('data', (part) => text.push(String(part))).once('end', resolve),
  );
  await expect.poll(() => text.join('')).toContain('\n\n: \n\n');
  timeLeft = 0;
  await ended;
  await feed.close();
});

type Headers = Record<string, string>;
type User = Visitor['user'];
async function send(
  method: 'POST' | 'PATCH' | 'DELETE',
  url: string,
  headers: Headers,
  payload?: object,
) {
  return (await server.app.inject({ method, url, headers, ...(payload && { payload }) }))
    .statusCode;
}
const fresh = { new_password: 'Another-horse-8', confirm_password: 'Another-horse-8' };

// Covers: threat-28, fault-30
test.each([
  ['sign-out', (_: User, own: Headers) => send('POST', logout.path, own)],
  [
    'reset of the password',
    ({ phone_number }: User, _: Headers, { cookie }: Headers) =>
      send('POST', passwordReset.path, { cookie: cookie ?? '' }, { phone_number, ...fresh }),
  ],
  [
    'deactivation',
    ({ id }: User, _: Headers, by: Headers) =>
      send('PATCH', `/api/v1/users/${id}/`, by, { is_active: false }),
  ],
  [
    'deletion',
    ({ id }: User, _: Headers, by: Headers) => send('DELETE', `/api/v1/users/${id}/`, by),
  ],
])('a stream of another process ends with its session: %s', async (_, end) => {
  const superadmin = await signIn(server, 'superadmin');
  const { headers, user } = await signIn(server, 'admin');
  const bystander = await signIn(server, 'admin');
  const [stream, others] = [await follow(headers), await follow(bystander.headers)];
  await stream.next();
  await others.next();
  expect(await end(user, headers, superadmin.headers)).toBeLessThan(300);
  await chainAudit(server.db);
  let last = await stream.next();
  while (last !== undefined) last = await stream.next();
  await decided(50_104);
  await chainAudit(server.db);
  expect(await newsOf(others, 50_104)).toContainEqual({ kind: 'verification', id: 50_104 });
  await others.cancel();
});

/** The first heartbeat comes after weeks, so no heartbeat ends a stream during the test. */
const noHeartbeat = { heartbeat: 2 ** 31 - 1 };

const ownSession = (userId: number) => readRow(server.db, 'sessions', { user_id: userId });

const asSignedIn = async ({ id, name }: User) => ({
  ...{ id, name, isAdmin: true, isSuperadmin: false, isDemo: false },
  ...{ sessionId: (await ownSession(id)).id, mustEnrol: false, maySendOnly: false },
});

const setBack = (userId: number, column: 'last_used_at' | 'created_at', interval: string) =>
  changeRows(
    server.db,
    'sessions',
    { user_id: userId },
    { [column]: sql`now() - ${interval}::interval` },
  );

// Covers: threat-28
test.each([
  ['unused for too long', 'last_used_at', 'idleHours', 'hours'],
  ['too old', 'created_at', 'maxDays', 'days'],
] as const)('a stream ends when its session expires: %s', async (_, column, setting, unit) => {
  const { user } = await signIn(server, 'admin');
  const signedIn = await asSignedIn(user);
  await setBack(user.id, column, `${server.config.sessions.admins[setting]} ${unit} -1 seconds`);
  const feed = openFeed(server.db, () => {});
  const stream = await openStreams(feed, noHeartbeat).start(user.id, undefined, () =>
    server.app.sessionTimeLeft(signedIn),
  );
  await new Promise((resolve) => stream.resume().once('end', resolve));
  expect(await server.app.sessionTimeLeft(signedIn)).toBe(0);
  await feed.close();
});

// Covers: threat-28
test('a stream whose session was used before it expired continues until the new end', async () => {
  const feed = openFeed(server.db, () => {});
  const left = [30, 30, 0];
  const stream = await openStreams(feed, noHeartbeat).start(
    1,
    undefined,
    async () => left.shift() ?? 0,
  );
  await new Promise((resolve) => stream.resume().once('end', resolve));
  expect(left).toEqual([]);
  await feed.close();
});

// Covers: threat-28
test('an ended session has no time left, and checking it does not count as a use', async () => {
  const { user, headers } = await signIn(server, 'admin');
  await setBack(user.id, 'last_used_at', '1 hour');
  const before = await ownSession(user.id);
  const signedIn = await asSignedIn(user);
  expect(await server.app.sessionTimeLeft(signedIn)).toBeGreaterThan(0);
  expect(await ownSession(user.id)).toEqual(before);
  await server.app.inject({ method: 'POST', url: '/api/v1/auth/logout/', headers });
  expect(await server.app.sessionTimeLeft(signedIn)).toBe(0);
});

test('a stopping server makes its listeners reconnect elsewhere', async () => {
  const leaving = await buildApp(server.platform, server.config);
  const at = await leaving.listen({ port: 0, host: '127.0.0.1' });
  const { headers } = await signIn(server, 'admin');
  const stream = await follow(headers, at);
  await stream.next();
  const closing = leaving.close();
  expect(await stream.next()).toBeUndefined();
  await closing;
});
