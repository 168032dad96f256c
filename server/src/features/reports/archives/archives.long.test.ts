import { createHash } from 'node:crypto';
import { type Archive, archiveHours } from '@doorstep/contract/reports/archives';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { changeRows, readRows } from '../../../testing/rows.ts';
import { addVisit } from '../../../testing/submission.ts';
import {
  closeAfterTest,
  signIn,
  startSharedApp,
  startTestApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { PoolBusy } from '../../../work/child-pool.ts';
import { ReportRenderingFailed } from '../render/report-renderer.ts';
import { removeExpired, takeArchive } from './archive-store.ts';
import { makeArchives } from './make-archives.ts';

const running = await startSharedApp();
const agent = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

const url = '/api/v1/report-archives/';
let portfolios = 0;
const newPortfolio = () => `Portfolio ${++portfolios}`;

async function visits(portfolio_name: string, count: number, applicant_name = 'Asha Rao') {
  const added = [];
  for (let index = 0; index < count; index++) {
    added.push(await addVisit(running, agent, [], { portfolio_name, applicant_name }));
  }
  return added;
}
const ask = (filter: object, who: Visitor = admin) =>
  running.app.inject({ method: 'POST', url, headers: who.headers, payload: filter });
const read = (id: string, who: Visitor = admin) =>
  running.app.inject({ url: `${url}${id}/`, headers: who.headers });
const ready = (id: string) =>
  vi.waitUntil(
    async () => {
      const archive = (await read(id)).json<Archive>();
      return archive.status === 'ready' && archive;
    },
    { timeout: 120_000, interval: 50 },
  );
const download = (id: string, headers: object = admin.headers) =>
  running.app.inject({ url: `${url}${id}/file/`, headers: { ...headers } });

// Covers: threat-27
test("an archive belongs to its maker, and agents and strangers can't read it", async () => {
  const portfolio_name = newPortfolio();
  await visits(portfolio_name, 1);
  const { id } = (await ask({ portfolio_name })).json<Archive>();
  await ready(id);
  const colleague = await signIn(running, 'superadmin');
  for (const path of [`${url}${id}/`, `${url}${id}/file/`]) {
    expect((await running.app.inject({ url: path, headers: colleague.headers })).statusCode).toBe(
      404,
    );
    expect((await running.app.inject({ url: path, headers: agent.headers })).statusCode).toBe(403);
    expect((await running.app.inject({ url: path })).statusCode).toBe(401);
  }
  expect((await read('no-such-archive')).statusCode).toBe(404);
  const removal = { method: 'DELETE' as const, url: `${url}${id}/` };
  const refused = await running.app.inject({ ...removal, headers: colleague.headers });
  expect(refused.statusCode).toBe(404);
  expect((await ask({ portfolio_name }, agent)).statusCode).toBe(403);
});

test.each([
  [{ start_date: '2026-02-30' }, 'start_date'],
  [{ start_date: '2026-03-02', end_date: '2026-03-01' }, 'start_date'],
  [{ admin_decision: 'perhaps' }, 'admin_decision'],
  [{ portfolio_name: 'Nobody knows it' }, 'request'],
  [{ surprise: 1 }, 'surprise'],
])('%j is rejected', async (filter, field) => {
  const answer = await ask(filter);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().errors)).toEqual([field]);
});

// Covers: threat-27
test('one file contains the report of every match, and a list of them in which no spreadsheet runs a formula', async () => {
  const portfolio_name = newPortfolio();
  const [first, second] = await visits(portfolio_name, 2, '=cmd()');
  await running.app.inject({
    method: 'POST',
    url: `/api/v1/verification_tasks/${first?.id}/admin-decision/`,
    headers: admin.headers,
    payload: { decision: 'positive' },
  });
  const asked = await ask({ portfolio_name, start_date: '2020-01-01', end_date: '2099-12-31' });
  expect(asked.statusCode).toBe(201);
  const archive = await ready(asked.json<Archive>().id);
  expect(archive).toMatchObject({ total: 2, done: 2, failed: 0, filter: { portfolio_name } });
  expect(Date.parse(archive.expires_at ?? '') - Date.parse(archive.finished_at ?? '')).toBe(864e5);

  const cookieAlone = await download(archive.id, { cookie: admin.headers.cookie });
  expect(cookieAlone.headers['content-type']).toBe('application/zip');
  const files = unzipSync(cookieAlone.rawPayload);
  const names = Object.keys(files);
  expect(names.toSorted()).toEqual(
    [
      `${first?.applicant.application_id}_residence.pdf`,
      `${second?.applicant.application_id}_residence.pdf`,
      'reports.csv',
    ].toSorted(),
  );
  const list = Buffer.from(files['reports.csv'] ?? []).toString();
  expect(list).toContain(",'=cmd(),positive,1,");
  for (const name of names.filter((each) => each.endsWith('.pdf'))) {
    const sha256 = createHash('sha256')
      .update(files[name] ?? '')
      .digest('hex');
    expect(list).toContain(sha256);
    const kept = await running.db
      .selectFrom('reports')
      .select('id')
      .where('pdf_sha256', '=', Buffer.from(sha256, 'hex'))
      .executeTakeFirst();
    expect(kept).toBeDefined();
  }
  const audited = await running.db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where(sql`after ->> 'archive'`, '=', archive.id)
    .orderBy('id')
    .execute();
  expect(audited).toEqual([
    { action: 'archive', actor_id: admin.user.id },
    { action: 'archive_download', actor_id: admin.user.id },
  ]);
});

test('existing reports are taken unchanged', async () => {
  const portfolio_name = newPortfolio();
  const [visit] = await visits(portfolio_name, 1);
  const versions = async () =>
    (await readRows(running.db, 'reports', { verification_id: visit?.id ?? 0 }, ['id'])).length;
  await ready((await ask({ portfolio_name })).json<Archive>().id);
  await ready((await ask({ portfolio_name })).json<Archive>().id);
  expect(await versions()).toBe(1);
});

/** Starts a separate server whose report engine hangs at the second of an archive's three reports. */
async function hangAtSecond() {
  const server = closeAfterTest(await startTestApp());
  const visitor = await signIn(server, 'agent');
  const headers = (await signIn(server, 'admin')).headers;
  for (const _ of [1, 2, 3]) await addVisit(server, visitor);
  const { renderer } = server.platform;
  const { render } = renderer;
  let drawn = 0;
  const isHanging = new Promise<void>((reached) => {
    renderer.render = (document, signal) => {
      drawn += 1;
      if (drawn !== 2) return render(document, signal);
      reached();
      return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
    };
  });
  const asked = await server.app.inject({ method: 'POST', url, headers, payload: {} });
  await isHanging;
  const { id } = asked.json<Archive>();
  const [archive] = await server.db.selectFrom('report_archives').selectAll().execute();
  const items = () =>
    server.db.selectFrom('report_archive_items').select('report_id').orderBy('position').execute();
  expect(archive).toMatchObject({ id, finished_at: null });
  expect((await items()).filter(({ report_id }) => report_id !== null)).toHaveLength(1);
  const finish = async () => {
    await makeArchives(server.platform, new AbortController().signal, () => {});
    const [made] = await server.db.selectFrom('report_archives').select('finished_at').execute();
    expect(made?.finished_at).not.toBeNull();
    expect((await items()).every(({ report_id }) => report_id !== null)).toBe(true);
    return drawn;
  };
  return { ...server, finish };
}

// Covers: fault-53
test('an archive left by a killed server is continued once its lease is over', async () => {
  const { db, finish } = await hangAtSecond();
  expect(await takeArchive(db)).toBeUndefined();
  await db
    .updateTable('report_archives')
    .set({ leased_until: new Date(Date.now() - 1) })
    .execute();
  expect(await finish()).toBe(4);
});

test('a stopping server releases its archive to the next one immediately', async () => {
  const { app, finish } = await hangAtSecond();
  await app.close();
  expect(await finish()).toBe(4);
});

test('a cancelled archive stops and is deleted; an unfinished one has no file yet', async () => {
  const portfolio_name = newPortfolio();
  await visits(portfolio_name, 2);
  const { renderer } = running.platform;
  const { render } = renderer;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  renderer.render = async (document, signal) => {
    await held;
    return render(document, signal);
  };
  const { id } = (await ask({ portfolio_name })).json<Archive>();
  expect((await download(id)).statusCode).toBe(409);
  const removed = await running.app.inject({
    method: 'DELETE',
    url: `${url}${id}/`,
    headers: admin.headers,
  });
  expect(removed.json()).toEqual({ success: true, message: 'Archive removed' });
  release();
  renderer.render = render;
  expect((await read(id)).statusCode).toBe(404);
});

test('a report that cannot be made is listed as such, and the others are delivered', async () => {
  const portfolio_name = newPortfolio();
  const [good, bad] = await visits(portfolio_name, 2);
  await running.db
    .insertInto('reports')
    .values({
      verification_id: bad?.id ?? 0,
      version: 1,
      template: 'residence',
      form: JSON.stringify({}),
      photo_ids: [],
      created_by: admin.user.id,
    })
    .execute();
  const { renderer } = running.platform;
  const { render } = renderer;
  renderer.render = (document, signal) =>
    document.verification?.id === bad?.id
      ? Promise.reject(new Error('broken'))
      : render(document, signal);
  const asked = await ask({ portfolio_name });
  const archive = await ready(asked.json<Archive>().id);
  renderer.render = render;
  expect(archive).toMatchObject({ total: 2, done: 1, failed: 1 });
  const files = unzipSync((await download(archive.id)).rawPayload);
  expect(Object.keys(files)).toHaveLength(2);
  expect(Object.keys(files).join()).toContain(`${good?.applicant.application_id}_`);
});

test('a finished archive is deleted after a day', async () => {
  const portfolio_name = newPortfolio();
  await visits(portfolio_name, 1);
  const { id } = (await ask({ portfolio_name })).json<Archive>();
  await ready(id);
  await changeRows(
    running.db,
    'report_archives',
    { id },
    { finished_at: new Date(Date.now() - 25 * 3_600_000) },
  );
  await removeExpired(running.db, archiveHours);
  expect((await read(id)).statusCode).toBe(404);
});

test('a report that a busy engine rejects waits until there is room', async () => {
  const server = closeAfterTest(await startTestApp());
  const { app, db, platform } = server;
  await addVisit(server, await signIn(server, 'agent'));
  const { headers } = await signIn(server, 'admin');
  const { renderer } = platform;
  const { render } = renderer;
  let turnedAway = 0;
  renderer.render = async (document, signal) => {
    if (turnedAway === 6) return render(document, signal);
    turnedAway += 1;
    throw new ReportRenderingFailed('no room', { cause: new PoolBusy('many callers wait') });
  };
  await app.inject({ method: 'POST', url, headers, payload: {} });
  const items = () =>
    db.selectFrom('report_archive_items').select(['report_id', 'problem', 'tries']).execute();
  const isOver = async () => {
    const [item] = await items();
    return item && (item.report_id !== null || item.problem !== null);
  };
  await vi.waitUntil(isOver, { timeout: 120_000 });
  expect(await items()).toEqual([{ report_id: expect.any(Number), problem: null, tries: 0 }]);
});
