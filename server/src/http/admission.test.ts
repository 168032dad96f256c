import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { Readable } from 'node:stream';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { applicationRole } from '../db/application-role.ts';
import { connect } from '../db/connection.ts';
import { closeAfterTest, signIn, startTestApp } from '../testing/test-app.ts';
import { admitSome } from './admission.ts';

test('refuses at once what would only wait in vain for the database, and serves on', async () => {
  const whole = closeAfterTest(await startTestApp());
  const admin = await signIn(whole, 'admin');
  const db = connect({ ...whole.owner, user: applicationRole, max: 1 }, { maxWaiting: 4 });
  const app = await buildApp({ ...whole.platform, db });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = () =>
    fetch(`${address}/api/v1/applicants/`, {
      headers: { authorization: admin.headers.authorization },
    });
  try {
    expect((await ask()).status).toBe(200);
    const held = sql`select pg_sleep(2)`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const waiting = Array.from({ length: 8 }, () => sql`select 1`.execute(db).catch(() => {}));
    const refused = await ask();
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await refused.json()).toMatchObject({
      success: false,
      code: 'unavailable',
      request_id: expect.any(String),
    });
    await Promise.all([held, ...waiting]);
    expect((await ask()).status).toBe(200);
  } finally {
    await app.close();
    await db.destroy();
  }
});

test('refuses while the process is far behind, and says that it lives', async () => {
  const whole = closeAfterTest(await startTestApp());
  const address = await whole.app.listen({ port: 0, host: '127.0.0.1' });
  const end = performance.now() + 1_300;
  while (performance.now() < end);
  const [late, alive] = await Promise.all([
    whole.app.inject({ url: '/api/v1/applicants/' }),
    whole.app.inject({ url: '/healthz' }),
  ]);
  expect(late.statusCode).toBe(503);
  expect(late.headers['retry-after']).toBe('2');
  expect(alive.statusCode).toBe(200);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await fetch(`${address}/api/v1/applicants/`)).status).toBe(401);
});

const refusal = {
  ...{ success: false, code: 'unavailable' },
  message: expect.stringContaining('very busy'),
  request_id: expect.any(String),
};

test('refuses who would wait behind more than can be answered soon, each kind by itself, and serves the others', async () => {
  const app = Fastify();
  const three = { goal: 250, least: 3, first: 3, most: 3 };
  admitSome(app, ['https://app.test'], { bounds: { sign_in: three, report: three, other: three } });
  const gate = Promise.withResolvers<void>();
  const seen: string[] = [];
  for (const url of ['/held', '/api/v1/pdf-generator/held', '/readyz']) {
    app.post(url, { onRequest: async () => void seen.push(url) }, async () => {
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
  const held = ['/held', '/held', '/held', '/api/v1/pdf-generator/held'].map(ask);
  await expect.poll(() => seen.length).toBe(4);
  const refused = await ask('/held');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
  expect(refused.headers.get('connection')).toBe('keep-alive');
  expect(refused.headers.get('access-control-allow-origin')).toBe('https://app.test');
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await refused.json()).toMatchObject(refusal);
  const ready = ask('/readyz');
  await expect.poll(() => seen.length).toBe(5);
  gate.resolve();
  const answers = await Promise.all([...held, ready]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect((await ask('/held')).status).toBe(200);
  await app.close();
});

test('neither slow senders nor slow readers take the place of others', async () => {
  const app = Fastify({ forceCloseConnections: true });
  const one = { goal: 250, least: 1, first: 1, most: 1 };
  admitSome(app, [], { bounds: { sign_in: one, report: one, other: one } });
  const endless = new Readable({ read() {} });
  app.post('/small', async () => ({}));
  app.get('/endless', (_, reply) => {
    endless.push('begun');
    return reply.send(endless);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => (await fetch(`${address}/small`, { method: 'POST' })).status;
  // As any client of server-sent events may ask, at any address.
  const reading = await fetch(`${address}/endless`, {
    headers: { accept: 'text/event-stream, text/csv' },
  });
  expect(reading.status).toBe(200);
  expect(await ask()).toBe(200);

  const silent = connectTo(Number(new URL(address).port), '127.0.0.1');
  await once(silent, 'connect');
  silent.write(
    'POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  await expect.poll(ask, { interval: 10 }).toBe(503);
  await expect.poll(ask).toBe(200);
  silent.destroy();
  await reading.body?.cancel();
  await app.close();
});
