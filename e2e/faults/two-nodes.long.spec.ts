import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from '@playwright/test';
import { startS3Server } from '../../server/src/testing/services/s3-server.ts';
import { type ExternalPostgres, startExternalPostgres } from '../support/external-postgres.ts';
import { type RoundRobin, startRoundRobin } from '../support/network/round-robin.ts';
import { type RunningServer, startServer } from '../support/server.ts';
import { signInByCall } from '../support/sign-in.ts';
import { spreadsheet } from '../support/spreadsheet.ts';

const run = promisify(execFile);
const cli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));

// Runs two servers on one PostgreSQL and one S3, behind a proxy that alternates between the servers. Each
// server has its own data folder.
test.describe.configure({ mode: 'serial' });

let postgres: ExternalPostgres;
let photos: Awaited<ReturnType<typeof startS3Server>>;
let nodes: RunningServer[];
let proxy: RoundRobin;
const folders: string[] = [];

async function startNode(): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'doorstep-node-'));
  folders.push(folder);
  const { bucket, endpoint = '', prefix } = photos.settings;
  return startServer(folder, {
    DEMO: 'on',
    DATABASE_URL: postgres.url,
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_PREFIX: prefix,
    S3_FORCE_PATH_STYLE: 'on',
  });
}

test.beforeAll(async () => {
  test.setTimeout(180_000);
  postgres = await startExternalPostgres();
  photos = await startS3Server();
  // Both servers start at the same time on an empty database.
  nodes = await Promise.all([startNode(), startNode()]);
  proxy = await startRoundRobin(nodes.map(({ address }) => address));
  console.log(`Two servers on ${postgres.name}`);
});
test.afterAll(async () => {
  proxy?.stop();
  await Promise.all((nodes ?? []).map((node) => node.stop()));
  await photos?.stop();
  await postgres?.stop();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

test('runs the main job and the sessions over both', async () => {
  test.setTimeout(600_000);
  const output = await mkdtemp(join(tmpdir(), 'doorstep-through-'));
  folders.push(output);
  const specs = ['main-job.spec.ts', 'sessions.spec.ts', 'sessions.long.spec.ts'];
  const { stdout } = await run(
    process.execPath,
    [cli, 'test', ...specs, '--reporter=line', `--output=${output}`],
    {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, BASE_URL: proxy.address, TEST_WORKER_INDEX: undefined },
    },
  ).catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/\d+ passed/);
  expect(stdout).not.toMatch(/\d+ failed/);
  const [one = 0, other = 0] = proxy.shares;
  expect(Math.min(one, other)).toBeGreaterThan(100);
});

let failures = 0;

/** Repeats a call that got no answer or a temporary failure, for at most a minute. */
async function insist<T>(method: string, path: string, headers: object, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const request = {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  };
  const attempt = async () => {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(proxy.address + path, { ...request, signal });
    if (response.status >= 500) return undefined;
    return { status: response.status, json: (await response.json()) as T };
  };
  const end = performance.now() + 60_000;
  for (let tries = 1; performance.now() < end; tries += 1) {
    const answer = await attempt().catch((error: Error) => {
      if (!(error instanceof TypeError) && error.name !== 'TimeoutError') throw error;
    });
    if (answer) {
      expect(answer.status, JSON.stringify(answer.json)).toBeLessThan(300);
      return answer.json;
    }
    failures += 1;
    // Real time: a pause before the retry.
    await new Promise((resolve) => setTimeout(resolve, Math.min(100 * tries, 1_000)));
  }
  throw new Error('It failed for a minute');
}

test('loses nothing confirmed when one is killed, and recovers from every failure', async () => {
  test.setTimeout(120_000);
  const headers = await signInByCall(proxy.address, 'superadmin@doorstep.test');
  const list = (path: string) =>
    insist<{ count: number; results: Verification[] }>('GET', path, headers);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => list(`/api/v1/verification_tasks/?page=${page}`)),
  );
  const visits = pages.flatMap(({ results }) => results.map((row) => row.verification_id));

  failures = 0;
  let isOver = false;
  const acknowledged = new Map<number, string>();
  const uploaded: string[] = [];
  const deciding = visits.map(async (id, at) => {
    for (let round = at; !isOver; round += 1) {
      const decision = round % 2 === 0 ? 'positive' : 'negative';
      const path = `/api/v1/verification_tasks/${id}/admin-decision/`;
      await insist('POST', path, headers, { decision });
      acknowledged.set(id, decision);
    }
  });
  const uploading = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const portfolio = `KILL-${round}`;
      const form = new FormData();
      form.append('file', await spreadsheet(portfolio, 500));
      await insist('POST', '/api/v1/bulk/bulk-upload/', headers, form);
      uploaded.push(portfolio);
    }
  })();

  // Real time: the clients work for a while before the kill.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  nodes[1]?.process.kill('SIGKILL');
  // Real time: the clients work for a while after the kill.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  isOver = true;
  await Promise.all([...deciding, uploading]);
  console.log(
    `${acknowledged.size} verifications decided again and again, ${uploaded.length} uploads, ${failures} failed attempts made again`,
  );

  expect(failures, 'the kill was felt').toBeGreaterThan(0);
  for (const [id, decision] of acknowledged) {
    const path = `/api/v1/verification_tasks/${id}`;
    const stored = await insist<Verification>('GET', path, headers);
    expect(stored.admin_decision, `verification ${id}`).toBe(decision);
  }
  expect(uploaded.length).toBeGreaterThan(0);
  for (const portfolio of uploaded) {
    expect((await list(`/api/v1/applicants/?portfolio_name=${portfolio}`)).count).toBe(500);
  }
  const verified = await insist('POST', '/api/v1/audit/verify/', headers, {});
  expect(verified).toMatchObject({ is_unbroken: true });
});
