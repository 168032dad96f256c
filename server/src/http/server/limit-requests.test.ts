import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { Readable } from 'node:stream';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { register } from 'prom-client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { applicationRole } from '../../db/application-role.ts';
import { connect, DatabaseBusy } from '../../db/connection.ts';
import { closeAfterTest, signIn, startTestApp } from '../../testing/test-app.ts';
import { handleErrors } from '../contract/error-handler.ts';
import { limitRequests } from './limit-requests.ts';

// Covers: fault-10
test('rejects requests that would wait in vain for the database, and continues serving', async () => {
  const whole = closeAfterTest(await startTestApp());
  const admin = await signIn(whole, 'admin');
  const db = connect(
    { ...whole.owner, user: applicationRole, max: 1 },
    { maxWaiting: 4, longestWait: 60_000 },
  );
  const app = await buildApp({ ...whole.platform, db }, whole.config);
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const { authorization } = admin.headers;
  const ask = () => fetch(`${address}/api/v1/applicants/`, { headers: { authorization } });
  // Polls, because the server's own work may have the only connection for a moment.
  const isServed = () => expect.poll(async () => (await ask()).status).toBe(200);
  const released = Promise.withResolvers<void>();
  try {
    await isServed();
    const taken = Promise.withResolvers<void>();
    const held = db.connection().execute(() => {
      taken.resolve();
      return released.promise;
    });
    await taken.promise;
    const waiting = Array.from({ length: 8 }, () => sql`select 1`.execute(db).catch(() => {}));
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ success: false, code: 'unavailable' });
    released.resolve();
    await Promise.all([held, ...waiting]);
    await isServed();
  } finally {
    released.resolve();
    await app.close();
    await db.destroy();
  }
});

const refusal = {
  ...{ success: false, code: 'unavailable' },
  message: expect.stringContaining('very busy'),
  request_id: expect.anything(),
};

const limits = { eventLoopDelay: 10_000, startGrace: 0, rejectionDelay: 0, delayedRejections: 1 };

async function startLimited(requestsAtOnce: number, others: Partial<typeof limits> = {}) {
  const app = Fastify({ forceCloseConnections: true });
  onTestFinished(() => app.close());
  handleErrors(app);
  await app.register(cors, { origin: ['https://app.test'], credentials: true });
  await app.register(multipart);
  await limitRequests(app, { requestsAtOnce, ...limits, ...others });
  return app;
}

// Covers: fault-12
test('rejects requests beyond the concurrency limit, and serves the others', async () => {
  const app = await startLimited(3);
  const gate = Promise.withResolvers<void>();
  let held = 0;
  for (const url of ['/held', '/readyz']) {
    app.post(url, async () => {
      held += 1;
      await gate.promise;
      return {};
    });
  }
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = (path: string) =>
    fetch(`${address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://app.test' },
      body: JSON.stringify({ text: 'x'.repeat(100_000) }),
    });
  const first = ['/held', '/held', '/held'].map(ask);
  await expect.poll(() => held).toBe(3);
  const refused = await ask('/held');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.test');
  expect(await refused.json()).toMatchObject(refusal);
  const ready = ask('/readyz');
  await expect.poll(() => held).toBe(4);
  gate.resolve();
  const answers = await Promise.all([...first, ready]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await ask('/held')).status).toBe(200);
});

async function countRejected(reason: string): Promise<number> {
  const metric = await register.getSingleMetric('doorstep_http_requests_rejected_total')?.get();
  return metric?.values.find(({ labels }) => labels['reason'] === reason)?.value ?? 0;
}

// Covers: fault-12
test.each([
  ['a place', '/work', 'too_many'],
  ['a connection to the database', '/database', 'database'],
])(
  'delays a rejection for lack of %s without occupying a place; beyond a number it is immediate',
  async (_, url, reason) => {
    const before = await countRejected(reason);
    const app = await startLimited(2, { rejectionDelay: 1_000, delayedRejections: 1 });
    const gate = Promise.withResolvers<void>();
    app.get('/work', async () => {
      await gate.promise;
      return {};
    });
    app.get('/database', async () => {
      throw new DatabaseBusy();
    });
    await app.ready();
    const ask = async (asked = url) => (await app.inject({ url: asked })).statusCode;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      const working = url === '/work' ? [ask(), ask()] : [];
      const answered = vi.fn();
      const refused = ask().finally(answered);
      expect(await ask()).toBe(503);
      gate.resolve();
      expect(await Promise.all(working)).not.toContain(503);
      expect(await Promise.all([ask('/work'), ask('/work')])).toEqual([200, 200]);
      expect(answered).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1_000);
      expect(await refused).toBe(503);
    } finally {
      vi.useRealTimers();
    }
    expect(await countRejected(reason)).toBe(before + 2);
  },
);

// Covers: fault-12
test('bounds concurrent session look-ups, also of requests with a body', async () => {
  const app = await startLimited(1);
  const gate = Promise.withResolvers<void>();
  const lookUp = vi.fn(() => gate.promise);
  app.post('/decide', { onRequest: lookUp }, async () => ({}));
  await app.ready();
  const ask = async () => app.inject({ method: 'POST', url: '/decide', payload: { a: 1 } });
  const first = ask();
  expect((await ask()).statusCode).toBe(503);
  expect(lookUp).toHaveBeenCalledOnce();
  gate.resolve();
  expect((await first).statusCode).toBe(200);
  expect((await ask()).statusCode).toBe(200);
});

// Covers: fault-12
test('neither slow senders nor slow readers take the place of others', async () => {
  const app = await startLimited(1);
  const endless = new Readable({ read() {} });
  app.post('/small', async () => ({}));
  app.get('/endless', (_, reply) => {
    endless.push('begun');
    return reply.send(endless);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => (await fetch(`${address}/small`, { method: 'POST' })).status;
  const reading = await fetch(`${address}/endless`);
  expect(reading.status).toBe(200);
  expect(await ask()).toBe(200);

  const silent = connectTo(Number(new URL(address).port), '127.0.0.1');
  await once(silent, 'connect');
  silent.write(
    'POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200]);
  silent.destroy();
  await reading.body?.cancel();
});

// Covers: fault-11
test('rejects while the event loop is far behind, but answers health checks', async () => {
  const app = await startLimited(100, { eventLoopDelay: 400 });
  for (const path of ['/read', '/healthz', '/readyz']) app.get(path, async () => ({}));
  const ask = (url: string) => app.inject({ url });
  await app.ready();
  const hold = setInterval(() => {
    const end = performance.now() + 600;
    while (performance.now() < end);
  }, 1);
  try {
    await expect.poll(async () => (await ask('/read')).statusCode).toBe(503);
    const late = await ask('/read');
    expect(late.headers['retry-after']).toBe('2');
    expect(late.json()).toMatchObject(refusal);
    expect((await ask('/healthz')).statusCode).toBe(200);
    expect((await ask('/readyz')).statusCode).toBe(200);
  } finally {
    clearInterval(hold);
  }
  await expect.poll(async () => (await ask('/read')).statusCode).toBe(200);
});
