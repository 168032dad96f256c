import type { Changes } from '@doorstep/contract/events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { chainAudit } from '../../db/audit/chain.ts';
import { type Actor, recordAudit, recordAudits } from '../../db/audit/record.ts';
import {
  addApplicant,
  addUser,
  signIn,
  startTestApp,
  type TestApp,
} from '../../testing/test-app.ts';
import { openFeed } from './event-feed.ts';
import { openStreams } from './event-stream.ts';

const nobody: Actor = { id: null, requestId: null, address: null };
const path = '/api/v1/events/';

let server: TestApp;
/** Another process on the same database. */
let other: TestApp['app'];
let address: string;

beforeAll(async () => {
  server = await startTestApp();
  other = await buildApp(server.platform);
  address = await other.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const decided = (id: number) =>
  recordAudit(server.db, nobody, { action: 'decide', subject: 'verification', subjectId: id });

async function ask(headers: Record<string, string>, after?: number) {
  const url = after === undefined ? path : `${path}?after=${after}`;
  const answer = await server.app.inject({ url, headers });
  return answer.json<Changes>();
}

/** Follows the other process; `next` is what it tells next that tells of anything. */
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

test('who asks is told what changed since, and nothing of what is in it', async () => {
  const { headers, user } = await signIn(server, 'admin');
  const { application_id, id } = await addApplicant(server.db);
  await chainAudit(server.db);
  const { last_event_id: before, changes, is_complete } = await ask(headers);
  expect([changes, is_complete]).toEqual([[], true]);
  const agent = await addUser(server.db, 'agent');
  await server.app.inject({
    method: 'PATCH',
    url: `/api/v1/applicants/${id}/`,
    headers,
    payload: { assigned_agent_name: agent.name },
  });
  await recordAudits(server.db, nobody, [
    { action: 'create', subject: 'upload', subjectId: 1 },
    { action: 'create', subject: 'report', subjectId: 7, after: { verification_id: 50_001 } },
    { action: 'update', subject: 'user', subjectId: user.id, after: { name: 'Someone Else' } },
    { action: 'view_identity', subject: 'user', subjectId: agent.id },
    { action: 'refused', subject: 'access', subjectId: null },
  ]);
  await chainAudit(server.db);
  const told = await ask(headers, before);
  expect(told).toEqual({
    changes: [
      { kind: 'applicant', id: null },
      { kind: 'report', id: 50_001 },
      { kind: 'user', id: user.id },
    ],
    last_event_id: before + 6,
    is_complete: true,
  });
  expect(JSON.stringify(told)).not.toContain(application_id);
  expect(await ask(headers, told.last_event_id)).toMatchObject({ changes: [], is_complete: true });
});

test('more than can be told, or a past that never was, is said to be incomplete', async () => {
  const { headers } = await signIn(server, 'admin');
  const { last_event_id: before } = await ask(headers);
  expect(await ask(headers, before + 1_000_000)).toMatchObject({ is_complete: false });
  const many = Array.from({ length: 150 }, (_, index) => ({
    action: 'decide',
    subject: 'verification' as const,
    subjectId: index + 1,
  }));
  await recordAudits(server.db, nobody, many);
  await chainAudit(server.db);
  expect((await ask(headers, before)).changes).toEqual([{ kind: 'verification', id: null }]);
  for (let round = 0; round < 7; round += 1) await recordAudits(server.db, nobody, many);
  await chainAudit(server.db);
  expect(await ask(headers, before)).toMatchObject({ changes: [], is_complete: false });
});

test('a change by one process reaches who follows another, once and within a second', async () => {
  const { headers } = await signIn(server, 'admin');
  await chainAudit(server.db);
  const stream = await follow(headers);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  const first = await stream.next();
  const started = performance.now();
  await decided(50_101);
  await chainAudit(server.db);
  expect(await stream.next()).toEqual({
    changes: [{ kind: 'verification', id: 50_101 }],
    last_event_id: (first?.last_event_id ?? 0) + 1,
    is_complete: true,
  });
  expect(performance.now() - started).toBeLessThan(1_000);
  await stream.cancel();
});

test('who comes back is told what was missed', async () => {
  const { headers } = await signIn(server, 'admin');
  const { last_event_id } = await ask(headers);
  await decided(50_102);
  await chainAudit(server.db);
  const stream = await follow({ ...headers, 'last-event-id': String(last_event_id) });
  expect((await stream.next())?.changes).toEqual([{ kind: 'verification', id: 50_102 }]);
  await stream.cancel();
});

test('a notice that was lost with its connection is made up for', { timeout: 20_000 }, async () => {
  const { headers } = await signIn(server, 'admin');
  const stream = await follow(headers);
  await stream.next();
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen %'`.execute(server.db);
  await decided(50_103);
  await chainAudit(server.db);
  expect((await stream.next())?.changes).toEqual([{ kind: 'verification', id: 50_103 }]);
  await stream.cancel();
});

test('an agent hears nothing, and one person opens so many streams and no more', async () => {
  const agent = await signIn(server, 'agent');
  expect((await follow(agent.headers)).response.status).toBe(403);
  const { headers } = await signIn(server, 'admin');
  const streams = await Promise.all(Array.from({ length: 8 }, () => follow(headers)));
  expect(streams.map(({ response }) => response.status)).toEqual(Array(8).fill(200));
  expect((await follow(headers)).response.status).toBe(429);
  for (const stream of streams) await stream.cancel();
  await expect.poll(async () => (await follow(headers)).response.status).toBe(200);
});

test('who asks for the head alone is answered, and opens no stream', async () => {
  const { headers } = await signIn(server, 'admin');
  for (let time = 0; time < 10; time++) {
    const answer = await fetch(address + path, {
      method: 'HEAD',
      headers: { ...headers, accept: 'text/event-stream' },
      signal: AbortSignal.timeout(5_000),
    });
    expect(answer.headers.get('content-type')).toContain('application/json');
  }
  const { response, cancel } = await follow(headers);
  expect(response.status).toBe(200);
  await cancel();
});

test('a stream ends with its session', async () => {
  const feed = openFeed(server.db, () => {});
  const streams = openStreams(feed, { heartbeat: 20 });
  let isOpen = true;
  const stream = await streams.start(1, undefined, async () => isOpen);
  const text: string[] = [];
  const ended = new Promise((resolve) =>
    stream.on('data', (part) => text.push(String(part))).once('end', resolve),
  );
  await expect.poll(() => text.join('')).toContain('\n\n: \n\n');
  isOpen = false;
  await ended;
  await feed.close();
});

test('a session that ended is not open, and to be looked at is no use of it', async () => {
  const { user, headers } = await signIn(server, 'admin');
  const session = () =>
    server.db
      .selectFrom('sessions')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
  await server.db
    .updateTable('sessions')
    .set({ last_used_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', user.id)
    .execute();
  const before = await session();
  const signedIn = {
    ...{ id: user.id, name: user.name, isAdmin: true, isSuperadmin: false },
    ...{ sessionId: before.id, mustEnrol: false },
  };
  expect(await server.app.isSessionOpen(signedIn)).toBe(true);
  expect(await session()).toEqual(before);
  await server.app.inject({ method: 'POST', url: '/api/v1/auth/logout/', headers });
  expect(await server.app.isSessionOpen(signedIn)).toBe(false);
});

test('a server that stops sends its listeners elsewhere', async () => {
  const leaving = await buildApp(server.platform);
  const at = await leaving.listen({ port: 0, host: '127.0.0.1' });
  const { headers } = await signIn(server, 'admin');
  const stream = await follow(headers, at);
  await stream.next();
  const closing = leaving.close();
  expect(await stream.next()).toBeUndefined();
  await closing;
});
