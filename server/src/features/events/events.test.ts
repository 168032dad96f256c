import { logout, passwordReset } from '@doorstep/contract/auth';
import type { Changes } from '@doorstep/contract/wire/events';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { chainAudit } from '../../db/audit/chain.ts';
import { type Actor, recordAudits } from '../../db/audit/record.ts';
import { post } from '../../testing/auth-requests.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import { addApplicant, signIn, startSharedApp, type Visitor } from '../../testing/test-app.ts';
import { openFeed } from './event-feed.ts';
import { openStreams } from './event-stream.ts';

const nobody: Actor = { id: null, requestId: null, address: null };
const path = '/api/v1/events/';

const server = await startSharedApp();
const { db } = server;
/** A second server on the same database. */
const other = await buildApp(server.platform, server.config);
const address = await other.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => other.close());

const record = async (...entries: Parameters<typeof recordAudits>[2]) => {
  await recordAudits(db, nobody, entries);
  await chainAudit(db);
};
const decide = (id: number) => record({ event: 'verification.decide', subjectId: id });

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
async function newsOf(stream: Stream, id: number): Promise<Changes | undefined> {
  for (;;) {
    const heard = await stream.next();
    if (!heard || heard.changes.some((change) => change.id === id)) return heard;
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

let markers = 60_000;

/**
 * Opens the stream of a new admin. Reads past changes of earlier tests by making a change and waiting for it.
 */
async function openStream() {
  const { headers } = await signIn(server, 'admin');
  const stream = await follow(headers);
  markers += 1;
  await decide(markers);
  const heard = await newsOf(stream, markers);
  return { ...stream, before: heard?.last_event_id ?? 0 };
}

test('a client that reconnects after a gap learns that something happened, and reloads its data', async () => {
  const { headers, user } = await signIn(server, 'admin');
  // The answer without `after` has no changes, because a new client loads its data anyway.
  await decide(50_101);
  const { last_event_id: before, changes, is_complete } = await ask(headers);
  expect([changes, is_complete]).toEqual([[], true]);
  expect(await ask(headers, before)).toMatchObject({ changes: [], is_complete: true });
  await record(
    { event: 'user.update', subjectId: user.id, after: { name: 'Someone Else' } },
    { event: 'access.refused', subjectId: null },
  );
  const missed = await ask(headers, before);
  expect(missed).toEqual({ changes: [], last_event_id: before + 2, is_complete: false });
  expect(await ask(headers, missed.last_event_id)).toMatchObject({ is_complete: true });
  // This audit row reports no change that a screen shows.
  await record({ event: 'access.refused', subjectId: null });
  expect(await ask(headers, missed.last_event_id)).toEqual({
    ...missed,
    ...{ last_event_id: before + 3, is_complete: true },
  });
  // After a restore from a backup, the client's last event may no longer exist.
  expect(await ask(headers, before + 1_000_000)).toMatchObject({ is_complete: false });
});

// Covers: threat-28
test('a change reaches the listeners of another process once, as its kind and number, without its contents', async () => {
  const stream = await openStream();
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  const { application_id, id } = await addApplicant(db);
  await record(
    { event: 'applicant.assign', subjectId: id, after: { application_id } },
    { event: 'report.create', subjectId: 7, after: { verification_id: 50_001 } },
    { event: 'report.download', subjectId: 8, after: { verification_id: 50_002 } },
    { event: 'user.view_identity', subjectId: 1 },
    { event: 'access.refused', subjectId: null },
  );
  const notice = await stream.next();
  expect(notice).toEqual({
    changes: [
      { kind: 'applicant', id },
      { kind: 'report', id: 50_001 },
    ],
    last_event_id: stream.before + 5,
    is_complete: true,
  });
  expect(JSON.stringify(notice)).not.toContain(application_id);
  const many = Array.from({ length: 150 }, (_, index) => ({
    event: 'verification.decide' as const,
    subjectId: index + 1,
  }));
  await record(...many);
  expect((await stream.next())?.changes).toEqual([{ kind: 'verification', id: null }]);
  // An upload changes many applicants, so their ids are not sent.
  await record({ event: 'upload.create', subjectId: 9 }, { event: 'message.write', subjectId: id });
  expect((await stream.next())?.changes).toEqual([
    { kind: 'applicant', id: null },
    { kind: 'message', id },
  ]);
  await stream.cancel();
});

test('a stream that reconnects after a gap reports that it is incomplete', async () => {
  const { headers } = await signIn(server, 'admin');
  await chainAudit(db);
  const { last_event_id } = await ask(headers);
  await decide(50_102);
  const stream = await follow({ ...headers, 'last-event-id': String(last_event_id) });
  expect(await stream.next()).toMatchObject({ changes: [], is_complete: false });
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
  const feed = openFeed(db, () => {});
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

const fresh = { new_password: 'Another-horse-8', confirm_password: 'Another-horse-8' };

// Covers: threat-28, fault-30
test.each<[string, (own: Visitor, superAdmin: Visitor) => ReturnType<Visitor['post']>]>([
  ['sign-out', (own) => own.post(logout.path)],
  [
    'reset of the password',
    ({ user: { phone_number } }, { headers: { cookie } }) =>
      post(server, passwordReset.path, { phone_number, ...fresh }, { cookie }),
  ],
  ['deactivation', ({ user }, by) => by.patch(`users/${user.id}/`, { is_active: false })],
  ['deletion', ({ user }, by) => by.delete(`users/${user.id}/`)],
])('a stream of another process ends with its session: %s', async (_, end) => {
  const superadmin = await signIn(server, 'superadmin');
  const admin = await signIn(server, 'admin');
  const stream = await follow(admin.headers);
  await stream.next();
  const others = await openStream();
  expect((await end(admin, superadmin)).statusCode).toBeLessThan(300);
  await chainAudit(db);
  let last = await stream.next();
  while (last !== undefined) last = await stream.next();
  await decide(50_104);
  expect((await newsOf(others, 50_104))?.changes).toContainEqual({
    kind: 'verification',
    id: 50_104,
  });
  await others.cancel();
});

/** The first heartbeat comes after weeks, so no heartbeat ends a stream during the test. */
const noHeartbeat = { heartbeat: 2 ** 31 - 1 };

const ownSession = (userId: number) => readRow(db, 'sessions', { user_id: userId });

const asSignedIn = async ({ id, name }: Visitor['user']) => ({
  ...{ id, name, isAdmin: true, isSuperadmin: false, isDemo: false },
  ...{ sessionId: (await ownSession(id)).id, mustEnrol: false, maySendOnly: false },
});

const setBack = (user_id: number, column: 'last_used_at' | 'created_at', interval: string) =>
  changeRows(db, 'sessions', { user_id }, { [column]: sql`now() - ${interval}::interval` });

// Covers: threat-28
test.each([
  ['unused for too long', 'last_used_at', 'idleHours', 'hours'],
  ['too old', 'created_at', 'maxDays', 'days'],
] as const)('a stream ends when its session expires: %s', async (_, column, setting, unit) => {
  const { user } = await signIn(server, 'admin');
  const signedIn = await asSignedIn(user);
  await setBack(user.id, column, `${server.config.sessions.admins[setting]} ${unit} -1 seconds`);
  const feed = openFeed(db, () => {});
  const stream = await openStreams(feed, noHeartbeat).start(user.id, undefined, () =>
    server.app.sessionTimeLeft(signedIn),
  );
  await new Promise((resolve) => stream.resume().once('end', resolve));
  expect(await server.app.sessionTimeLeft(signedIn)).toBe(0);
  await feed.close();
});

test('a feed that could not start starts with the next stream', async () => {
  const own = db.withSchema('public');
  vi.spyOn(own, 'selectFrom').mockImplementationOnce(() => {
    throw new Error('no connection');
  });
  const feed = openFeed(own, () => {});
  await expect(feed.follow(() => {})).rejects.toThrow('no connection');
  const seen: Changes['changes'] = [];
  await feed.follow(({ changes }) => seen.push(...changes));
  await decide(77);
  await expect.poll(() => seen).toContainEqual(expect.objectContaining({ id: 77 }));
  await feed.close();
});

// Covers: threat-28
test('a stream whose session was used before it expired continues until the new end', async () => {
  const feed = openFeed(db, () => {});
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
  const admin = await signIn(server, 'admin');
  const { user } = admin;
  await setBack(user.id, 'last_used_at', '1 hour');
  const before = await ownSession(user.id);
  const signedIn = await asSignedIn(user);
  expect(await server.app.sessionTimeLeft(signedIn)).toBeGreaterThan(0);
  expect(await ownSession(user.id)).toEqual(before);
  await admin.post(logout.path);
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
