import { verify } from 'node:crypto';
import { isPushService } from '@doorstep/contract/alerts/push';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { addMessage } from '../../../testing/messages.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { browser, startPushService } from '../../../testing/services/push-service.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  signInAs,
  startSharedApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { readPushKeys } from './push-key-store.ts';
import { pushSender } from './send-push.ts';

const server = await startSharedApp();
const { db } = server;
const { signal } = new AbortController();
const fcm = 'https://fcm.googleapis.com/fcm/send/';

const put = (agent: Visitor, payload: object) =>
  server.app.inject({ method: 'PUT', url: '/api/v1/agent/push/', headers: agent.headers, payload });
const subscriptions = () => readRows(db, 'push_subscriptions', {}, ['session_id', 'endpoint']);

const senderTo = (origin: string, more: { send?: typeof fetch } = {}) =>
  pushSender({
    ...{ ...server.platform, life: server.config.sessions.agents, ...more },
    isAllowed: (endpoint) => endpoint.startsWith(origin),
  });

/**
 * Sets the phone's push address in the database, because the API accepts only addresses of real push
 * services.
 */
async function addPhone(endpoint: string) {
  const agent = await signIn(server, 'agent');
  const phone = browser();
  const agent_id = agent.user.id;
  const answer = await put(agent, { endpoint: `${fcm}${agent_id}`, keys: phone.keys });
  expect(answer.statusCode).toBe(200);
  await changeRows(db, 'push_subscriptions', { agent_id }, { endpoint });
  const { session_id } = await readRow(db, 'push_subscriptions', { agent_id }, ['session_id']);
  return { agent, phone, session_id };
}

const assign = (id: number, agent: Visitor, trx: Parameters<typeof changeRows>[0] = db) =>
  changeRows(trx, 'applicants', { id }, { assigned_agent_id: agent.user.id, status: 'assigned' });
const due = () => sql`update push_news set try_at = now()`.execute(db);

beforeEach(async () => {
  await db.deleteFrom('push_news').execute();
  await db.deleteFrom('push_subscriptions').execute();
});

// Covers: push-1, threat-43
test('accepts only the address of a push service with a valid key', async () => {
  const { keys } = browser();
  const agent = await signIn(server, 'agent');
  for (const endpoint of [
    ...['http://fcm.googleapis.com/x', 'https://fcm.googleapis.com:8443/x', 'https://127.0.0.1/x'],
    ...['https://u:p@fcm.googleapis.com/x', 'https://fcm.googleapis.com.evil.test/x'],
    ...['https://evil.test/fcm.googleapis.com', 'https://a.b.notify.windows.com/x'],
    ...['file:///etc', `${fcm}${'x'.repeat(1_000)}`],
  ]) {
    const answer = await put(agent, { endpoint, keys });
    expect([endpoint, answer.statusCode]).toEqual([endpoint, 400]);
  }
  const off = Buffer.alloc(65, 7);
  off[0] = 4;
  for (const p256dh of ['AAAA', off.toString('base64url')]) {
    const answer = await put(agent, { endpoint: `${fcm}1`, keys: { ...keys, p256dh } });
    expect(answer.statusCode).toBe(400);
  }
  expect(await subscriptions()).toEqual([]);
  for (const endpoint of [
    ...['https://updates.push.services.mozilla.com/wpush/v2/a', 'https://web.push.apple.com/a'],
    ...['https://wns2-pn1p.notify.windows.com/w/?token=a'],
  ])
    expect(isPushService(endpoint)).toBe(true);
});

// Covers: push-1, push-4
test('a subscription ends with its session, and a browser belongs to the last session that registered it', async () => {
  const first = await signIn(server, 'agent');
  const second = await signIn(server, 'agent');
  const { keys } = browser();
  for (const agent of [first, first, second]) await put(agent, { endpoint: `${fcm}same`, keys });
  expect((await subscriptions()).length).toBe(1);
  expect((await second.delete('agent/push/')).statusCode).toBe(200);
  expect(await subscriptions()).toEqual([]);
  const actionsOf = async ({ user }: Visitor) =>
    (await auditOf(db, 'user', user.id)).map(({ action }) => action);
  expect(await actionsOf(first)).toEqual(['push_on']);
  expect(await actionsOf(second)).toEqual(['push_on', 'push_off']);

  const superadmin = await signIn(server, 'superadmin');
  const ends: ((agent: Visitor) => Promise<{ statusCode: number }>)[] = [
    (agent) => agent.post('auth/logout/'),
    (agent) => superadmin.patch(`users/${agent.user.id}`, { is_active: false }),
    (agent) => superadmin.delete(`users/${agent.user.id}/`),
  ];
  for (const end of ends) {
    const agent = await signIn(server, 'agent');
    await put(agent, { endpoint: `${fcm}one`, keys });
    expect((await subscriptions()).length).toBe(1);
    expect((await end(agent)).statusCode).toBe(200);
    expect(await subscriptions()).toEqual([]);
  }
});

// Covers: push-2, push-3, push-7, threat-44
test('new, sent-back and moved tasks are counts in an encrypted, signed message', async () => {
  const { origin, received } = await startPushService();
  const { agent, phone } = await addPhone(`${origin}/phone`);
  const other = await signIn(server, 'agent');
  const tasks = [await addApplicant(db), await addApplicant(db), await addApplicant(db)];
  for (const { id } of tasks) await assign(id, agent);
  const [back, moved] = tasks;
  await changeRows(db, 'applicants', { id: back?.id }, { status: 'visited' });
  await changeRows(db, 'applicants', { id: back?.id }, { status: 'assigned' });
  await assign(moved?.id ?? 0, other);
  const { id: author_id } = await addUser(db, 'admin');
  const message = { applicant_id: back?.id ?? 0, agent_id: agent.user.id };
  await addMessage(db, { ...message, author_id });
  await addMessage(db, message);
  const { send } = senderTo(origin);
  await send(signal);
  expect(received.length).toBe(1);
  const { headers, body } = received[0] ?? { headers: {}, body: Buffer.alloc(0) };
  expect(phone.read(body)).toEqual({ new: 4, gone: 1, messages: 1 });
  expect(headers).toMatchObject({ ttl: '3600', 'content-encoding': 'aes128gcm' });
  for (const { applicant_name } of tasks) expect(body.toString()).not.toContain(applicant_name);

  const [, jwt = '', key = ''] =
    /^vapid t=([^,]+), ?k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const { publicKey } = await readPushKeys(server.platform);
  expect(key).toBe(publicKey);
  expect((await agent.get('agent/push/')).json()).toEqual({ public_key: key });
  const otherSecret = { ...server.platform, secret: Buffer.alloc(32, 1) };
  await expect(readPushKeys(otherSecret)).rejects.toThrow("can't decrypt the stored push");
  const [head, claims = '', signature = ''] = jwt.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    ...{ aud: origin, sub: 'mailto:doorstep@example.com' },
  });
  const [x, y] = [1, 33].map((from) =>
    Buffer.from(key, 'base64url')
      .subarray(from, from + 32)
      .toString('base64url'),
  );
  const jwk = { key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' as const };
  const dsa = { ...jwk, dsaEncoding: 'ieee-p1363' as const };
  const signed = Buffer.from(`${head}.${claims}`);
  expect(verify('sha256', signed, dsa, Buffer.from(signature, 'base64url'))).toBe(true);

  await send(signal);
  expect(received.length).toBe(1);
});

// Covers: push-2
test('a task that the agent gave back causes no message to that agent, nor does a change that was undone', async () => {
  const { origin } = await startPushService();
  const { agent } = await addPhone(`${origin}/phone`);
  const { id } = await addApplicant(db, { assigned_agent_id: agent.user.id });
  const given = await agent.post(`agent/tasks/${id}/give-back/`, {
    ...{ assignment_version: 0, reason: 'on_leave', note: '' },
  });
  expect(given.statusCode).toBe(200);
  const rolledBack = db.transaction().execute(async (trx) => {
    await assign(id, agent, trx);
    throw new Error('undone');
  });
  await expect(rolledBack).rejects.toThrow('undone');
  expect(await readRows(db, 'push_news', {}, ['kind'])).toEqual([]);
});

// Covers: push-3, threat-43, fault-65
test('failed messages are tried again and dropped after an hour; a browser that no longer exists is deleted', async () => {
  const answers: Record<string, number> = { '/busy': 503, '/gone': 410, '/moved': 302 };
  const { origin, received } = await startPushService((path) => answers[path] ?? 201);
  const { send, registry } = senderTo(origin);
  const { agent: busy, session_id } = await addPhone(`${origin}/busy`);
  const { agent: gone } = await addPhone(`${origin}/gone`);
  const { agent: redirected } = await addPhone(`${origin}/moved`);
  for (const agent of [busy, gone, redirected]) await assign((await addApplicant(db)).id, agent);
  await Promise.all([send(signal), send(signal)]);
  expect(received.map(({ path }) => path).toSorted()).toEqual(['/busy', '/gone', '/moved']);
  expect((await subscriptions()).length).toBe(2);
  expect(await registry.metrics()).toMatch(/doorstep_pushes_total{outcome="dropped"} 1/);
  await send(signal);
  expect(received.length).toBe(3);
  await due();
  const offline = senderTo(origin, { send: () => Promise.reject(new TypeError('fetch failed')) });
  await offline.send(signal);
  await due();
  answers['/busy'] = 201;
  await send(signal);
  expect(received.filter(({ path }) => path === '/busy').length).toBe(2);
  expect(await readRows(db, 'push_news', { session_id }, ['id'])).toEqual([]);
  await sql`update push_news set try_at = now(), at = now() - interval '61 minutes'`.execute(db);
  const before = received.length;
  await send(signal);
  expect([received.length, await readRows(db, 'push_news', {}, ['id'])]).toEqual([before, []]);
});

// Covers: threat-43
test('nothing is sent to an address that is not a push service’s, whatever the row contains', async () => {
  const { origin, received } = await startPushService();
  const { agent } = await addPhone(`${origin}/phone`);
  await assign((await addApplicant(db)).id, agent);
  await pushSender({ ...server.platform, life: server.config.sessions.agents }).send(signal);
  expect([received.length, (await subscriptions()).length]).toEqual([0, 0]);
});

// Covers: push-4
test('an expired session gets no messages', async () => {
  const { origin, received } = await startPushService();
  const { agent, session_id } = await addPhone(`${origin}/phone`);
  const last_used_at = sql`now() - interval '15 days'`;
  await changeRows(db, 'sessions', { id: session_id }, { last_used_at });
  await assign((await addApplicant(db)).id, agent);
  await senderTo(origin).send(signal);
  expect(received).toEqual([]);
  await signInAs(server, agent.user);
  expect(await readRows(db, 'push_news', {}, ['id'])).toEqual([]);
});
