import { type Asker, accessTable } from '@doorstep/contract/wire/endpoint';
import type { EndpointName, endpointRows } from '@doorstep/contract/wire/endpoints';
import { ErrorBody } from '@doorstep/contract/wire/errors';
import { SignJWT } from 'jose';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { SampleRequest } from './endpoint-sample.ts';
import { samples } from './endpoint-samples.ts';
import { unchangedState } from './fuzz/unchanged-state.ts';
import { changeRows, readRow, readRows } from './rows.ts';
import { type Role, signIn, type TestApp, type Visitor } from './test-app.ts';

export type EndpointRow = (typeof endpointRows)[number];

export const roles = ['agent', 'admin', 'superadmin'] as const;

/** The endpoints that accept only a session cookie and no bearer token. */
export const byCookie: EndpointName[] = ['passwordReset'];

export const reached = ([, { endpoint }]: EndpointRow, wanted: boolean) =>
  roles.filter(
    (role) => (accessTable[endpoint.access][role satisfies Asker] !== 'none') === wanted,
  );
export const isOpen = ([, { endpoint }]: EndpointRow) =>
  accessTable[endpoint.access].nobody !== 'none';

export function accessChecks(server: TestApp) {
  const visitors = new Map<Role, Promise<Visitor>>();
  /**
   * Returns the same signed-in visitor of a role at each call. Checks can share it if all its requests are
   * rejected.
   */
  function rejectedVisitor(role: Role): Promise<Visitor> {
    const visitor = visitors.get(role) ?? signIn(server, role);
    visitors.set(role, visitor);
    return visitor;
  }

  function send([name, { endpoint }]: EndpointRow, sent: SampleRequest, who?: Partial<Visitor>) {
    const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) =>
      String(sent.params?.[key] ?? 1),
    );
    const { authorization, cookie } = who?.headers ?? {};
    const credential = byCookie.includes(name) ? { cookie } : { authorization };
    return server.app.inject({
      method: endpoint.method,
      url: path,
      ...(sent.query && { query: sent.query }),
      ...(sent.payload && { payload: sent.payload }),
      headers: { ...(who && credential), ...sent.headers },
    });
  }

  async function expectStatus(
    row: EndpointRow,
    status: number,
    sent: SampleRequest,
    who?: Visitor,
  ) {
    const answer = await send(row, sent, who);
    expect([answer.statusCode, answer.body], `${row[0]} as ${who?.user.name}`).toEqual([
      status,
      expect.any(String),
    ]);
    // A response to HEAD has no body.
    if (row[1].endpoint.method !== 'HEAD')
      expect(z.safeParse(ErrorBody, answer.json()).success).toBe(true);
  }

  async function expectUnchanged(work: () => Promise<void>) {
    const before = await unchangedState(server.db);
    await work();
    expect(await unchangedState(server.db)).toEqual(before);
  }

  const expectRejection = (...refused: Parameters<typeof expectStatus>) =>
    expectUnchanged(() => expectStatus(...refused));

  return {
    rejectedVisitor,
    expectStatus,
    expectUnchanged,

    async expectNotThere(row: EndpointRow) {
      const [name, { endpoint }] = row;
      const { unknown, foreign } = samples[name];
      for (const role of reached(row, true)) {
        const visitor = await rejectedVisitor(role);
        if (unknown) await expectRejection(row, 404, unknown, visitor);
        if (foreign && accessTable[endpoint.access][role] !== 'all') {
          const { request, status } = await foreign(server);
          await expectRejection(row, status, request, visitor);
        }
      }
      if (/:/.test(endpoint.path)) expect(unknown, 'an unknown record is asked for').toBeDefined();
    },

    async expectRejectedRoles(row: EndpointRow) {
      const [name, { endpoint }] = row;
      for (const role of reached(row, false)) {
        const visitor = await rejectedVisitor(role);
        expect(accessTable[endpoint.access][role]).toBe('none');
        for (const sent of [{}, samples[name].bad, samples[name].unknown]) {
          if (sent) await expectRejection(row, 403, sent, visitor);
        }
      }
    },

    async expectNothingWithoutSession(row: EndpointRow) {
      const { db, platform } = server;
      await expectRejection(row, 401, {});
      const gone = await signIn(server, 'superadmin');
      await changeRows(db, 'users', { id: gone.user.id }, { is_active: false });
      await expectRejection(row, 401, {}, gone);

      const late = await signIn(server, 'superadmin');
      const { id } = await readRow(db, 'sessions', { user_id: late.user.id }, ['id']);
      const token = await new SignJWT({ sid: id })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(String(late.user.id))
        .setIssuedAt(Math.floor(Date.now() / 1000) - 1000)
        .setExpirationTime(Math.floor(Date.now() / 1000) - 100)
        .sign(platform.secret);
      const headers = { authorization: `Bearer ${token}`, cookie: 'doorstep_session=forged' };
      await expectRejection(row, 401, {}, { ...late, headers });
    },

    async expectBadInputNamed(row: EndpointRow) {
      const visitor = await rejectedVisitor(reached(row, true).at(-1) ?? 'agent');
      await expectRejection(row, 400, samples[row[0]].bad ?? {}, visitor);
    },

    async expectAnswered(row: EndpointRow) {
      const [name, { endpoint }] = row;
      const { good, audit, changes } = samples[name];
      for (const role of reached(row, true)) {
        const visitor = await signIn(server, role);
        const sent = await good(server, visitor);
        // Waits until the server has made the report archives of earlier requests.
        await expect.poll(() => countUnfinishedArchives(server.db), { timeout: 60_000 }).toBe(0);
        const before = await unchangedState(server.db);
        const answer = await send(row, sent, isOpen(row) ? undefined : visitor);
        expect([answer.statusCode, answer.body], `${name} as ${role}`).toEqual([
          endpoint.status,
          expect.any(String),
        ]);
        const after = await unchangedState(server.db);
        if (changes) expect(after[changes], `${changes} changed`).not.toBe(before[changes]);
        else if (/^(GET|HEAD)$/.test(endpoint.method)) expect(after).toEqual(before);
        const rows = await readRows(
          server.db,
          'audit',
          { request_id: String(answer.headers['x-request-id']) },
          ['subject', 'action', 'actor_id'],
        );
        const events = rows.map(({ subject, action }) => `${subject}.${action}`);
        if (audit) expect(events).toContain(audit);
        if (changes && !isOpen(row)) {
          for (const { actor_id } of rows) expect(actor_id).toBe(visitor.user.id);
        }
      }
    },
  };
}

async function countUnfinishedArchives(db: TestApp['db']): Promise<number> {
  const unfinished = db.selectFrom('report_archives').where('finished_at', 'is', null);
  return (await unfinished.select('id').execute()).length;
}
