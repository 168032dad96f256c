import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { connect } from '../../db/connection.ts';
import { buildLoggedApp, startSharedApp, type TestApp } from '../../testing/test-app.ts';
import { logSlowStatement } from './watch-slowness.ts';

const secret = 'Asha Rao 9820012345';
const { owner, platform, config } = await startSharedApp();
const slow: { app?: TestApp['app'] } = {};
const db = connect(owner, {
  slow: { after: 50, report: (statement) => logSlowStatement(statement, slow.app?.log) },
});
const { app, lines } = await buildLoggedApp({ platform: { ...platform, db }, config }, 'warn');
slow.app = app;
app.get('/slow', async () => {
  await sql`select pg_sleep(0.1),\n  ${secret}::text`.execute(db);
  return {};
});
app.get('/broken', async () => {
  throw new Error(secret);
});
app.get('/busy', async () => {
  const until = performance.now() + 300;
  while (performance.now() < until);
  return {};
});
afterAll(async () => {
  await app.close();
  await db.destroy();
});

const logged = (message: string) =>
  lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === message);

test('a slow statement is logged with its request and without its parameters', async () => {
  const answer = await app.inject({ url: '/slow' });
  // Looks only at this request, because on a busy machine another statement of the server may be slow.
  const own = logged('slow statement').filter(
    ({ reqId }) => reqId === answer.headers['x-request-id'],
  );
  expect(own).toMatchObject([{ level: 40, statement: 'select pg_sleep(0.1), $1::text' }]);
  expect(Number(own[0]?.milliseconds)).toBeGreaterThan(90);
  expect(lines.join()).not.toContain('Asha');
});

test('a statement faster than the limit is not logged', async () => {
  const reported: object[] = [];
  const slow = { after: 60_000, report: (statement: object) => reported.push(statement) };
  const patient = connect(owner, { slow });
  await sql`select pg_sleep(0.1)`.execute(patient);
  await patient.destroy();
  expect(reported).toEqual([]);
});

test('a failure is one line of JSON with the same id as its answer', async () => {
  const answer = await app.inject({ url: '/broken' });
  expect(answer.statusCode).toBe(500);
  const { request_id } = answer.json<{ request_id: string }>();
  expect(logged('request failed')).toMatchObject([{ level: 50, reqId: request_id }]);
});

test('a blocked event loop is logged', async () => {
  const isLogged = async () => {
    // Repeats the block at each poll, because a block that ends exactly at a measurement is not counted.
    await app.inject({ url: '/busy' });
    return logged('the event loop was blocked').length;
  };
  await expect.poll(isLogged, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(Number(logged('the event loop was blocked')[0]?.milliseconds)).toBeGreaterThan(200);
});
