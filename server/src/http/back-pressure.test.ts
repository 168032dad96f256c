import Fastify from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { applicationRole } from '../db/application-role.ts';
import { connect } from '../db/connection.ts';
import { closeAfterTest, signIn, startTestApp } from '../testing/test-app.ts';
import { holdBack } from './back-pressure.ts';
import { handleErrors } from './error-handler.ts';

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

test('refuses who would wait behind more than the machine can answer soon, and serves the others', async () => {
  const app = Fastify();
  holdBack(app, { atLeast: 3 });
  handleErrors(app);
  const gate = Promise.withResolvers<void>();
  app.get('/held', () => gate.promise.then(() => ({})));
  app.post('/api/v1/pdf-generator/held', () => gate.promise.then(() => ({})));
  const long = app.inject({ method: 'POST', url: '/api/v1/pdf-generator/held' });
  const held = [1, 2, 3].map(() => app.inject({ url: '/held' }));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const refused = await app.inject({ url: '/held' });
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
  gate.resolve();
  const answers = await Promise.all([...held, long]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect((await app.inject({ url: '/held' })).statusCode).toBe(200);
  await app.close();
});
