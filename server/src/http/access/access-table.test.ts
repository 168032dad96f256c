import { login } from '@doorstep/contract/auth';
import { type Asker, accessTable } from '@doorstep/contract/wire/endpoint';
import { type EndpointName, endpointRows } from '@doorstep/contract/wire/endpoints';
import { ErrorBody } from '@doorstep/contract/wire/errors';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { SampleRequest } from '../../testing/endpoint-sample.ts';
import { samples } from '../../testing/endpoint-samples.ts';
import { unchangedState } from '../../testing/fuzz/unchanged-state.ts';
import {
  password,
  type Role,
  signIn,
  startTestApp,
  type TestApp,
  type Visitor,
} from '../../testing/test-app.ts';

let server: TestApp;
const roles = ['agent', 'admin', 'superadmin'] as const;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

type Row = (typeof endpointRows)[number];

const visitors = new Map<Role, Promise<Visitor>>();

/** Who is only refused may be the same person each time. */
function refusedVisitor(role: Role): Promise<Visitor> {
  const visitor = visitors.get(role) ?? signIn(server, role);
  visitors.set(role, visitor);
  return visitor;
}

/** The one endpoint that a session cookie opens; a bearer token opens all others. */
const byCookie: EndpointName[] = ['passwordReset'];

function send([name, { endpoint }]: Row, sent: SampleRequest, visitor?: Partial<Visitor>) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
    String(sent.params?.[key] ?? 1),
  );
  const { authorization, cookie } = visitor?.headers ?? {};
  const credential = byCookie.includes(name) ? { cookie } : { authorization };
  return server.app.inject({
    method: endpoint.method,
    url: path,
    ...(sent.query && { query: sent.query }),
    ...(sent.payload && { payload: sent.payload }),
    headers: { ...(visitor && credential), ...sent.headers },
  });
}

async function expectRefusal(row: Row, status: number, sent: SampleRequest, visitor?: Visitor) {
  const before = await unchangedState(server.db);
  const answer = await send(row, sent, visitor);
  expect([answer.statusCode, answer.body], `${row[0]} as ${visitor?.user.name}`).toEqual([
    status,
    expect.any(String),
  ]);
  // An answer to HEAD has no body.
  if (row[1].endpoint.method !== 'HEAD')
    expect(z.safeParse(ErrorBody, answer.json()).success).toBe(true);
  expect(await unchangedState(server.db)).toEqual(before);
}

const reached = ({ endpoint }: Row[1], wanted: boolean) =>
  roles.filter(
    (role) => (accessTable[endpoint.access][role satisfies Asker] !== 'none') === wanted,
  );
const isOpen = ({ endpoint }: Row[1]) => accessTable[endpoint.access].nobody !== 'none';

// Covers: threat-9, asvs-8
test.for(endpointRows)('%s: a record that is unknown or out of reach is not there', async (row) => {
  const [name, details] = row;
  const { unknown, foreign } = samples[name];
  for (const role of reached(details, true)) {
    const visitor = await refusedVisitor(role);
    if (unknown) await expectRefusal(row, 404, unknown, visitor);
    const reach = accessTable[details.endpoint.access][role];
    if (foreign && reach !== 'all') {
      const { request, status } = await foreign(server);
      await expectRefusal(row, status, request, visitor);
    }
  }
  if (/:/.test(details.endpoint.path))
    expect(unknown, 'an unknown record is asked for').toBeDefined();
});

// Covers: threat-9, asvs-8
test.for(endpointRows)('%s: who may not is refused, whatever is sent', async (row) => {
  const [name, details] = row;
  for (const role of reached(details, false)) {
    const visitor = await refusedVisitor(role);
    expect(accessTable[details.endpoint.access][role]).toBe('none');
    for (const sent of [{}, samples[name].bad, samples[name].unknown]) {
      if (sent) await expectRefusal(row, 403, sent, visitor);
    }
  }
});

// Covers: field-app-6, threat-40
test('a token that can only send opens nothing else', async () => {
  const agent = await signIn(server, 'agent');
  const payload = { email_or_mobile: agent.user.email, password, app: 'field' };
  const answer = await server.app.inject({ method: 'POST', url: login.path, payload });
  const headers = { authorization: `Bearer ${answer.json().send_token}`, cookie: '' };
  const closed = endpointRows.filter(
    ([name, { endpoint }]) =>
      accessTable[endpoint.access].sender === 'none' && !byCookie.includes(name),
  );
  expect(closed.length).toBeGreaterThan(40);
  for (const row of closed) await expectRefusal(row, 403, {}, { ...agent, headers });
});

test.for(endpointRows.filter(([, row]) => !isOpen(row)))(
  '%s: without an open session there is nothing',
  async (row) => {
    const { db, platform } = server;
    await expectRefusal(row, 401, {});
    const gone = await signIn(server, 'superadmin');
    await db
      .updateTable('users')
      .set({ is_active: false })
      .where('id', '=', gone.user.id)
      .execute();
    await expectRefusal(row, 401, {}, gone);

    const late = await signIn(server, 'superadmin');
    const { id } = await db
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', late.user.id)
      .executeTakeFirstOrThrow();
    const token = await new SignJWT({ sid: id })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(late.user.id))
      .setIssuedAt(Math.floor(Date.now() / 1000) - 1000)
      .setExpirationTime(Math.floor(Date.now() / 1000) - 100)
      .sign(platform.secret);
    const headers = { authorization: `Bearer ${token}`, cookie: 'doorstep_session=forged' };
    await expectRefusal(row, 401, {}, { ...late, headers });
  },
);

test.for(endpointRows.filter(([name]) => samples[name].bad))(
  '%s: input that can’t be read names its fields',
  async (row) => {
    const visitor = await refusedVisitor(reached(row[1], true).at(-1) ?? 'agent');
    await expectRefusal(row, 400, samples[row[0]].bad ?? {}, visitor);
  },
);

// Covers: asvs-8
test.for(endpointRows)('%s: who may is answered, and the audit records it', async (row) => {
  const [name, details] = row;
  const { good, audit, changes } = samples[name];
  for (const role of reached(details, true)) {
    const visitor = await signIn(server, role);
    const sent = await good(server, visitor);
    // What an earlier request set off has come to its end.
    await expect.poll(() => countUnfinishedArchives(server.db), { timeout: 60_000 }).toBe(0);
    const before = await unchangedState(server.db);
    const answer = await send(row, sent, isOpen(details) ? undefined : visitor);
    expect([answer.statusCode, answer.body], `${name} as ${role}`).toEqual([
      details.endpoint.status,
      expect.any(String),
    ]);
    const after = await unchangedState(server.db);
    if (changes) expect(after[changes], `${changes} changed`).not.toBe(before[changes]);
    else if (/^(GET|HEAD)$/.test(details.endpoint.method)) expect(after).toEqual(before);
    const rows = await server.db
      .selectFrom('audit')
      .select(['subject', 'action', 'actor_id'])
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .execute();
    const events = rows.map(({ subject, action }) => `${subject}.${action}`);
    if (audit) expect(events).toContain(audit);
    if (changes && !isOpen(details)) {
      for (const { actor_id } of rows) expect(actor_id).toBe(visitor.user.id);
    }
  }
});

async function countUnfinishedArchives(db: TestApp['db']): Promise<number> {
  const unfinished = db.selectFrom('report_archives').where('finished_at', 'is', null);
  return (await unfinished.select('id').execute()).length;
}
