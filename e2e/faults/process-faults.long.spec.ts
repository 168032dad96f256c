import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { insist } from '../support/busy-server.ts';
import { ownServer } from '../support/own-server.ts';
import { signInByCall } from '../support/sign-in.ts';

test.describe.configure({ mode: 'serial', timeout: 120_000 });
const own = ownServer();

const signInAs = (name: string) => signInByCall(own.server.address, `${name}@doorstep.test`);

interface Listed {
  results: { application_id: string; verification_id: number }[];
}
const list = async (path: string, headers: Record<string, string>) =>
  ((await (await fetch(own.server.address + path, { headers })).json()) as Listed).results;

/**
 * Simulates a full disk by limiting the size of files that the server may write. The database is a separate
 * process without this limit.
 */
const limitFiles = (bytes: number | 'unlimited') =>
  execFileSync('prlimit', [`--pid=${own.server.process.pid}`, `--fsize=${bytes}:unlimited`]);

// Covers: fault-17
test('answers 503 for a photo without disk space and stores nothing; stores it later under the same key', async () => {
  test.skip(process.platform !== 'linux', 'needs prlimit, which every Linux has');
  const agent = await signInAs('agent');
  const [task] = await list('/api/v1/agent/tasks/', agent);
  const photo = new URL('../../server/fixtures/photos/house.jpg', import.meta.url);
  const submit = () => {
    const form = new FormData();
    form.append('application_id', task?.application_id ?? '');
    form.append('overall_observation', 'positive');
    form.append('photos', new Blob([new Uint8Array(readFileSync(photo))]), 'house.jpg');
    const headers = { ...agent, 'idempotency-key': 'no-room-at-first' };
    return fetch(`${own.server.address}/api/v1/verification_tasks/`, {
      method: 'POST',
      headers,
      body: form,
    });
  };
  limitFiles(8_192);
  const refused = await submit();
  limitFiles('unlimited');
  expect(refused.status, await refused.text()).toBe(503);
  expect(refused.headers.get('retry-after')).not.toBeNull();
  expect(readdirSync(`${own.server.dataDir}/incoming`)).toEqual([]);
  expect(await list('/api/v1/agent/tasks/?page_size=100', agent)).toContainEqual(
    expect.objectContaining({ application_id: task?.application_id }),
  );
  const stored = await submit();
  expect(stored.status, await stored.text()).toBe(201);
});

function childrenNamed(word: string): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => {
    try {
      const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      return Number(parent) === own.server.process.pid && command.includes(word);
    } catch {
      return false;
    }
  });
}

// Covers: fault-45
test('replaces killed report processes, and makes the next report', async () => {
  test.skip(process.platform !== 'linux', 'finds processes in /proc');
  const admin = await signInAs('admin');
  const visits = await list('/api/v1/verification_tasks/', admin);
  let asked = 0;
  const report = (index: number) => {
    asked += 1;
    return fetch(`${own.server.address}/api/v1/pdf-generator/generate_pdf/`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({
        application_id: (visits[index] as unknown as { applicant_ids: string }).applicant_ids,
      }),
    });
  };
  // `insist` tries again if the server answers 503, because a process may start slowly on a busy machine.
  await insist('The first report', () => report(0));
  const drawing = childrenNamed('report-process');
  expect(drawing.length).toBeGreaterThan(0);
  for (const pid of drawing) process.kill(pid, 'SIGKILL');
  asked = 0;
  await insist('The report after the kill', () => report(1));
  expect(asked).toBeLessThanOrEqual(3);
  await insist('The next report', () => report(2));
});

// Covers: fault-50
test('does not start on a port that is in use, and says so', async () => {
  const entry = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
  const { port } = new URL(own.server.address);
  const second = spawn(process.execPath, [entry], {
    env: { ...process.env, DATA_DIR: `${own.server.dataDir}-second`, PORT: port, DEMO: 'off' },
  });
  let printed = '';
  second.stderr.on('data', (chunk) => {
    printed += chunk;
  });
  expect((await once(second, 'exit'))[0]).toBe(1);
  expect(printed).toContain('Another program uses this port.');
  execFileSync('rm', ['-rf', `${own.server.dataDir}-second`]);
});

// Covers: fault-51
test('shuts down in order on SIGTERM, whatever connections clients hold open', async () => {
  // This timeout is shorter than the 60 s that the server gives the unfinished upload.
  test.setTimeout(45_000);
  const { port } = new URL(own.server.address);
  const upload = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/api/v1/auth/login/' },
    headers: { 'content-type': 'application/json', 'content-length': 1000 },
  });
  upload.on('error', () => {});
  upload.write('{');
  await fetch(`${own.server.address}/healthz`);
  // Real time: the server is waiting for the rest of the upload by now.
  await new Promise((resolve) => setTimeout(resolve, 200));
  const ended = once(own.server.process, 'exit');
  own.server.process.kill('SIGTERM');
  const [code] = await ended;
  expect(code, own.server.output()).toBe(0);
  expect(existsSync(`${own.server.dataDir}/database/postmaster.pid`)).toBe(false);
});
