import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { beforeEach, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { closeInTime } from './close-in-time.ts';

let server: TestApp;
let address: string;
const happened: string[] = [];
const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
beforeEach(async () => {
  server = await startTestApp();
  server.app.get('/slow', async () => {
    begun.resolve();
    await finish.promise;
    happened.push('answered');
    return { done: true };
  });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  return () => server.close();
});

/** The timeout is longer than a test may take, so that no request is cut off. */
const never = 600_000;

// Covers: fault-51
test('a slow request is completed before the server closes', async () => {
  const answer = fetch(`${address}/slow`).then((response) => response.json());
  await begun.promise;
  const closing = closeInTime(server.app, never).then(() => happened.push('closed'));
  await vi.waitUntil(() => !server.app.server.listening, 30_000);
  finish.resolve();
  expect(await answer).toEqual({ done: true });
  await closing;
  expect(happened).toEqual(['answered', 'closed']);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test('idle keep-alive connections do not delay the shutdown', async () => {
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    request(`${address}/healthz`, { agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
  const accepted = once(server.app.server, 'connection');
  const silent = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
  await accepted;
  await expect(closeInTime(server.app, never)).resolves.toBeUndefined();
  agent.destroy();
  silent.destroy();
});

// Covers: fault-51
test('an upload that never ends is cut off at the timeout', async () => {
  const arrived = Promise.withResolvers<void>();
  server.app.server.once('request', () => arrived.resolve());
  const cut = new Promise<string>((resolve) => {
    const upload = request(`${address}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
    });
    upload.on('error', ({ message }) => resolve(message));
    upload.on('response', ({ statusCode }) => resolve(`answered ${statusCode}`));
    upload.write('{"email_or_mobile":');
  });
  await arrived.promise;
  await closeInTime(server.app, 700);
  expect(await cut).toMatch(/socket hang up|ECONNRESET/);
});
