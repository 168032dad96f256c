import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { connect } from '../../db/connection.ts';
import { serverLimits } from '../../limits.ts';
import type { Platform } from '../../platform/platform.ts';
import { startSharedApp, startTestApp } from '../../testing/test-app.ts';

const server = await startSharedApp();

test('a server with its database is alive and ready', async () => {
  const { app } = server;
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
});

// Covers: fault-5
test('a server whose database is gone is alive but not ready, and requests get a 503', async () => {
  const gone = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'gone' });
  const app = await buildApp({ ...server.platform, db: gone }, server.config);
  onTestFinished(async () => {
    await app.close();
    await gone.destroy();
  });
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  const ready = await app.inject({ url: '/readyz' });
  expect(ready.statusCode).toBe(503);
  expect(ready.headers['retry-after']).toBe('2');
  expect(ready.json()).toMatchObject({ success: false, code: 'unavailable' });
});

/** Starts a server whose only connection to the database is in use until `release` is called. */
async function serveOccupied(limits: Platform['limits'], longestWait = 600_000) {
  const only = { ...server.owner, max: 1, connectionTimeoutMillis: 60_000 };
  const db = connect(only, { longestWait });
  // Takes the connection before the server starts, because the server's own work could take it first.
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const held = db.connection().execute(() => promise);
  const { limits: _, ...platform } = server.platform;
  const app = await buildApp({ ...platform, db, ...(limits && { limits }) }, server.config);
  onTestFinished(async () => {
    release();
    await held;
    await app.close();
    await db.destroy();
  });
  return { app, held, release };
}

// Covers: fault-6
test('a hanging database is reported within moments', async () => {
  const { app } = await serveOccupied({ readyAnswer: 500 });
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
});

test('the default timeout for the database is two seconds', async () => {
  const { app } = await serveOccupied(undefined);
  const begun = Promise.withResolvers<void>();
  app.addHook('preHandler', async () => begun.resolve());
  await app.ready();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const answered = vi.fn();
  const asked = app.inject({ url: '/readyz' }).finally(answered);
  await begun.promise;
  await nextTurn();
  vi.advanceTimersByTime(serverLimits.readyAnswer - 1);
  await nextTurn();
  expect(answered).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect((await asked).statusCode).toBe(503);
});

test('a database whose connections are all briefly in use counts as reachable', async () => {
  const { app, held, release } = await serveOccupied(server.platform.limits, 100);
  // Real time: the delay is longer than one wait for a connection.
  setTimeout(release, 250);
  expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
  await held;
});

test('a stopping server is alive until the last answer, but no longer ready', async () => {
  const { app, close } = await startTestApp();
  let address = '';
  const answers: [number, unknown][] = [];
  app.addHook('preClose', async () => {
    for (const path of ['/healthz', '/readyz', '/api/v1/users']) {
      const answer = await fetch(address + path);
      answers.push([answer.status, ((await answer.json()) as { code?: string }).code]);
    }
  });
  address = await app.listen({ port: 0, host: '127.0.0.1' });
  await close();
  expect(answers).toEqual([
    [200, undefined],
    [503, 'unavailable'],
    [503, 'unavailable'],
  ]);
});
