import { setTimeout as sleep } from 'node:timers/promises';
import { endpointRows } from '@doorstep/contract/endpoints';
import { positionHeader, readPosition } from '@doorstep/contract/position';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../testing/replicated-database.ts';
import {
  addApplicant,
  signIn,
  startTestApp,
  type TestApp,
  type Visitor,
} from '../testing/test-app.ts';

let databases: ReplicatedDatabase;
let server: TestApp;
let admin: Visitor;
beforeAll(async () => {
  databases = await startReplicatedDatabase();
  server = await startTestApp({}, databases.open);
  admin = await signIn(server, 'superadmin');
  await follow();
});
afterAll(async () => {
  await server?.close();
  await databases?.stop();
});

const list = '/api/v1/applicants/';

async function get(url: string, position?: string, { headers } = admin) {
  const answer = await server.app.inject({
    url,
    headers: { ...headers, ...(position !== undefined && { [positionHeader]: position }) },
  });
  return { ...answer, status: answer.statusCode, position: positionOf(answer) };
}
const positionOf = ({ headers }: { headers: Record<string, unknown> }) => {
  const position = headers[positionHeader.toLowerCase()];
  return typeof position === 'string' ? position : undefined;
};

async function reads(): Promise<Record<string, number>> {
  const text = await server.app.metrics.getSingleMetricAsString('doorstep_reads_total');
  return Object.fromEntries(
    Array.from(text.matchAll(/cause="(\w+)"} (\d+)/g), ([, cause = '', n]) => [cause, Number(n)]),
  );
}

/** What answered a request, by the metric. */
async function causeOf(ask: () => Promise<unknown>): Promise<string[]> {
  const before = await reads();
  await ask();
  const after = await reads();
  return Object.keys(after).filter((cause) => after[cause] !== before[cause]);
}

/** What a caller has seen by now, once the replica has it too. */
async function follow(): Promise<string> {
  const { position = '' } = await get(list, 'none');
  await vi.waitFor(
    async () => expect(await causeOf(() => get(list, position))).toEqual(['caught_up']),
    { timeout: 15_000, interval: 60 },
  );
  return position;
}

async function assign(applicantId: number, agent: Visitor) {
  const answer = await server.app.inject({
    method: 'PATCH',
    url: `${list}${applicantId}/`,
    headers: admin.headers,
    payload: { assigned_agent_name: agent.user.name },
  });
  expect(answer.statusCode).toBe(200);
  return positionOf(answer) ?? '';
}

const agentIn = (
  answer: { json(): { results: { id: number; assigned_agent: unknown }[] } },
  id: number,
) => answer.json().results.find((row) => row.id === id)?.assigned_agent;

test('a caller that does not say what it has seen is answered by the primary', async () => {
  expect(await causeOf(() => get(list))).toEqual(['no_position']);
  expect(await causeOf(() => get(list, 'none'))).toEqual(['no_position']);
  expect(await causeOf(() => get(list, 'FF/not-a-place'))).toEqual(['no_position']);
  expect((await get(list)).position).toBeUndefined();
  expect((await get(list, 'none')).position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
});

test('what may be read from a replica is, once it has all that the caller has seen', async () => {
  const applicant = await addApplicant(server.db);
  const position = await follow();
  const urls = endpointRows
    .filter(([, row]) => row.optionalHeaders && positionHeader in row.optionalHeaders)
    .map(([, { endpoint }]) => endpoint.path.replace(':id', String(applicant.id)));
  expect(urls).toHaveLength(7);
  for (const url of urls) {
    const query = url.includes('summary') ? '?start_date=2020-01-01&end_date=2030-01-01' : '';
    const causes = await causeOf(async () => {
      const answer = await get(url + query, position);
      const isMissing = url.includes('verification_tasks') && url.includes('history');
      expect(answer.status, url).toBe(isMissing ? 404 : 200);
      expect(readPosition(answer.position)).toBeGreaterThanOrEqual(readPosition(position) ?? 0n);
    });
    expect(causes, url).toEqual(['caught_up']);
  }
});

test('one’s own change is in the list at once, however far the replica is behind', async () => {
  const agent = await signIn(server, 'agent');
  const { id, application_id } = await addApplicant(server.db);
  const before = await follow();
  await databases.pause();
  try {
    const after = await assign(id, agent);
    for (const url of [list, `${list}?search=${application_id}`, `${list}?search=Test%20Port`]) {
      let answer = await get(url, before);
      expect(agentIn(answer, id), 'what an older reader may see').toBeNull();
      // By then it is asked anew, not merely remembered to be behind.
      await sleep(60);
      expect(await causeOf(async () => (answer = await get(url, after)))).toEqual(['behind']);
      expect(agentIn(answer, id), url).toMatchObject({ id: agent.user.id });
    }
    // What is kept of a search of the one is no answer of the other's.
    const open = `${list}?search=Test%20Port&assigned=false`;
    const counts = [before, after, before, after].map(
      async (position) => (await get(open, position)).json<{ count: number }>().count,
    );
    const [old = 0, ...others] = await Promise.all(counts);
    expect(others).toEqual([old - 1, old, old - 1]);
  } finally {
    await databases.resume();
  }
});

test('what was seen once is not unseen: each answer says how far it goes', async () => {
  const agent = await signIn(server, 'agent');
  const { id } = await addApplicant(server.db);
  const seen = await follow();
  await databases.pause();
  try {
    await assign(id, agent);
    // A colleague's change, seen in the record, which the primary shows.
    const record = await get(`${list}${id}/`, seen);
    expect(record.json()).toMatchObject({ assigned_agent: { id: agent.user.id } });
    expect(agentIn(await get(list, record.position), id)).toMatchObject({ id: agent.user.id });
    // A list from the replica goes as far as that does.
    const [held] = await databases.ask<{ at: string }>(
      'select pg_last_wal_replay_lsn()::text as at',
    );
    for (const known of [seen, '0/0']) {
      const old = await get(list, known);
      expect(agentIn(old, id)).toBeNull();
      expect(old.position).toBe(held?.at);
    }
    expect(await causeOf(() => get(list, held?.at))).toEqual(['caught_up']);
  } finally {
    await databases.resume();
  }
});

test('a live event says by when what it tells of is there', async () => {
  const { id } = await addApplicant(server.db);
  const after = await assign(id, await signIn(server, 'agent'));
  const told = await server.app.inject({ url: '/api/v1/events/', headers: admin.headers });
  const { position } = told.json<{ position?: string }>();
  expect(readPosition(position)).toBeGreaterThanOrEqual(readPosition(after) ?? 0n);
});

test('sessions and rights are never read from a replica', async () => {
  const leaving = await signIn(server, 'admin');
  const demoted = await signIn(server, 'superadmin');
  await databases.catchUp();
  expect((await get(list, '0/0', leaving)).status).toBe(200);
  expect((await get('/api/v1/audit/', '0/0', demoted)).status).toBe(200);
  await databases.pause();
  try {
    const ended = await server.app.inject({
      method: 'PATCH',
      url: `/api/v1/users/${leaving.user.id}`,
      headers: admin.headers,
      payload: { is_active: false },
    });
    expect(ended.statusCode).toBe(200);
    await server.db
      .updateTable('users')
      .set({ is_superadmin: false })
      .where('id', '=', demoted.user.id)
      .execute();
    expect((await get(list, '0/0', leaving)).status).toBe(401);
    expect((await get('/api/v1/audit/', '0/0', demoted)).status).toBe(403);
  } finally {
    await databases.resume();
  }
});

test('a replica that refuses a statement harms nobody: the primary is asked, and the next one too', async () => {
  await databases.ask('revoke select on applicants from doorstep_app', databases.primary);
  await databases.catchUp();
  await databases.pause();
  try {
    await databases.ask('grant select on applicants to doorstep_app', databases.primary);
    let status = 0;
    const causes = await causeOf(async () => ({ status } = await get(list, '0/0')));
    expect([status, causes]).toEqual([200, ['failed']]);
    expect(await causeOf(() => get(list, '0/0'))).toEqual(['away']);
  } finally {
    await databases.resume();
  }
  await follow();
});

test('a value that no database takes is the caller’s fault, not the replica’s', async () => {
  expect((await get(`${list}?search=a%00b`, '0/0')).status).toBe(400);
  expect(await causeOf(() => get(list, '0/0'))).toEqual(['caught_up']);
});

test('a replica that ends is done without, and used again when it is back', {
  timeout: 60_000,
}, async () => {
  const asking = new AbortController();
  const statuses = new Set<number>();
  const caller = (async () => {
    while (!asking.signal.aborted) statuses.add((await get(list, '0/0')).status);
  })();
  await databases.stopReplica();
  await expect.poll(() => causeOf(() => get(list, '0/0'))).toContain('away');
  const metrics = await server.app.metrics.metrics();
  expect(metrics).toMatch(/^doorstep_replica_up 0$/m);
  expect(metrics).not.toMatch(/^doorstep_replica_lag_bytes \d/m);
  await databases.startReplica();
  asking.abort();
  await caller;
  await follow();
  expect([...statuses]).toEqual([200]);
  expect(await server.app.metrics.metrics()).toMatch(/^doorstep_replica_up 1$/m);
});
