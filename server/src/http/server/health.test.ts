import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { buildApp } from '../../app.ts';
import { connect } from '../../db/connection.ts';
import { serverLimits } from '../../limits.ts';
import { startSharedApp, startTestApp } from '../../testing/test-app.ts';

const server = await startSharedApp();

test('a server with its database is alive and ready', async () => {
  const { app } = server;
  expect((await app.inject({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
  expect((await app.inject({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
});

// Covers: fault-5
test('a server whose database is gone is alive but not ready, and requests get a 503', async () => {
  const { platform } = server;
  const gone = connect({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'gone' });
  const app = await buildApp({ ...platform, db: gone }, server.config);
  expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  const ready = await app.inject({ url: '/readyz' });
  expect(ready.statusCode).toBe(503);
  expect(ready.headers['retry-after']).toBe('2');
  expect(ready.json()).toMatchObject({ success: false, code: 'unavailable' });
  await app.close();
  await gone.destroy();
});

// Covers: fault-6
test('a hanging database is reported within moments', async () => {
  const { platform, owner } = server;
  const hanging = connect({ ...owner, max: 1 }, { longestWait: 600_000 });
  const released = Promise.withResolvers<void>();
  const held = hanging.connection().execute(() => released.promise);
  const app = await buildApp(
    { ...platform, db: hanging, limits: { readyAnswer: 500 } },
    server.config,
  );
  try {
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(503);
  } finally {
    released.resolve();
    await held;
    await app.close();
    await hanging.destroy();
  }
});

test('the default timeout for the database is two seconds', async () => {
  const { limits: _, ...platform } = server.platform;
  const hanging = connect({ ...server.owner, max: 1 }, { longestWait: 600_000 });
  const released = Promise.withResolvers<void>();
  const held = hanging.connection().execute(() => released.promise);
  const app = await buildApp({ ...platform, db: hanging }, server.config);
  const begun = Promise.withResolvers<void>();
  app.addHook('preHandler', async () => begun.resolve());
  await app.ready();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  try {
    const answered = vi.fn();
    const asked = app.inject({ url: '/readyz' }).finally(answered);
    await begun.promise;
    await nextTurn();
    vi.advanceTimersByTime(serverLimits.readyAnswer - 1);
    await nextTurn();
    expect(answered).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect((await asked).statusCode).toBe(503);
  } finally {
    released.resolve();
    await held;
    await app.close();
    await hanging.destroy();
  }
});

test('a database whose connections are all briefly in use counts as reachable', async () => {
  const { platform, owner } = server;
  const busy = connect({ ...owner, max: 1 }, { longestWait: 100 });
  // Takes the connection before the server starts, because the server's own work could take it first.
  const released = Promise.withResolvers<void>();
  const held = busy.connection().execute(() => released.promise);
  const app = await buildApp({ ...platform, db: busy }, server.config);
  try {
    // Real time: longer than one wait for a connection.
    setTimeout(released.resolve, 250);
    expect((await app.inject({ url: '/readyz' })).statusCode).toBe(200);
    await held;
  } finally {
    await app.close();
    await busy.destroy();
  }
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
