import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { expect, test } from '@playwright/test';
import { ownServer } from '../support/own-server.ts';
import { startServer } from '../support/server.ts';
import { signInByCall } from '../support/sign-in.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
const own = ownServer();

/**
 * Simulates a full disk by limiting the size of files that the server may write. The database runs in a
 * separate process without this limit.
 */
const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', [`--pid=${own.server.process.pid}`, `--fsize=${bytes}:unlimited`]);

// Covers: fault-17
test('answers 503 for a photo without disk space and stores nothing; stores it later under the same key', async () => {
  test.skip(process.platform !== 'linux', 'needs prlimit, which every Linux has');
  const { address, dataDir } = own.server;
  const agent = await signInByCall(address, 'agent@doorstep.test');
  const listTasks = async () => {
    const answer = await fetch(`${address}/api/v1/agent/tasks/?page_size=100`, { headers: agent });
    return ((await answer.json()) as { results: { id: number }[] }).results;
  };
  const [task] = await listTasks();
  const photo = await readFile(new URL('../../server/fixtures/photos/house.jpg', import.meta.url));
  const submit = () => {
    const body = new FormData();
    body.append('applicant_id', String(task?.id));
    body.append('overall_observation', 'positive');
    body.append('photos', new File([photo], 'house.jpg'));
    const headers = { ...agent, 'idempotency-key': 'no-room-at-first' };
    return fetch(`${address}/api/v1/verification_tasks/`, { method: 'POST', headers, body });
  };
  limitFiles(8_192);
  const refused = await submit();
  limitFiles('unlimited');
  expect(refused.status, await refused.text()).toBe(503);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect(await readdir(`${dataDir}/incoming`)).toEqual([]);
  expect((await listTasks()).map(({ id }) => id)).toContain(task?.id);
  const stored = await submit();
  expect(stored.status, await stored.text()).toBe(201);
});

// Covers: fault-50
test('does not start on a port that is in use, and says so', async () => {
  const { port } = new URL(own.server.address);
  const second = startServer(`${own.server.dataDir}/second`, { PORT: port, DEMO: 'off' });
  await expect(second).rejects.toThrow(/ended with code 1 .*Another program uses this port\./s);
});

// Covers: fault-51
test('shuts down in order on SIGTERM, whatever connections clients hold open', async () => {
  // A server that waits for the rest of the request (60 s) exceeds this timeout.
  test.setTimeout(45_000);
  const { port } = new URL(own.server.address);
  const upload = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/auth/login/' },
    headers: { 'content-type': 'application/json', 'content-length': 1000 },
  });
  upload.on('error', () => {});
  upload.write('{');
  await fetch(`${own.server.address}/healthz`);
  // Real time: gives the server time to begin waiting for the rest of the upload.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const ended = once(own.server.process, 'exit');
  own.server.process.kill('SIGTERM');
  const [code] = await ended;
  expect(code, own.server.output()).toBe(0);
  expect(existsSync(`${own.server.dataDir}/database/postmaster.pid`)).toBe(false);
});
