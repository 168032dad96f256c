import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { closeInTime } from './close-in-time.ts';

let server: TestApp;
let address: string;
beforeEach(async () => {
  server = await startTestApp();
  server.app.get('/slow', async () => {
    await sql`select pg_sleep(0.6)`.execute(server.db);
    return { done: true };
  });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  return () => server.close();
});

/** How long closing took, in milliseconds. */
async function close(timeout?: number): Promise<number> {
  const began = performance.now();
  await closeInTime(server.app, timeout);
  return performance.now() - began;
}

// Covers: fault-51
test('a slow request is finished, and then it closes', async () => {
  const answer = fetch(`${address}/slow`).then((response) => response.json());
  await sleep(150);
  const took = await close();
  expect(await answer).toEqual({ done: true });
  expect(took).toBeGreaterThan(300);
  expect(took).toBeLessThan(3_000);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow();
});

test('connections kept open for a next request do not hold it up', async () => {
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((resolve, reject) => {
    request(`${address}/healthz`, { agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
  const never = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => {});
  await sleep(50);
  expect(await close()).toBeLessThan(1_500);
  agent.destroy();
  never.destroy();
});

// Covers: fault-51
test('an upload that never ends is cut off at the timeout', async () => {
  const cut = new Promise<string>((resolve) => {
    const upload = request(`${address}/api/v1/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '1000' },
    });
    upload.on('error', ({ message }) => resolve(message));
    upload.on('response', ({ statusCode }) => resolve(`answered ${statusCode}`));
    upload.write('{"email_or_mobile":');
  });
  await sleep(100);
  const took = await close(700);
  expect(took).toBeGreaterThan(500);
  expect(took).toBeLessThan(3_000);
  expect(await cut).toBe('socket hang up');
});
