import { hash } from 'node:crypto';
import { type Archive, archiveHours } from '@doorstep/contract/reports/archives';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { decide } from '../../../testing/reports/report-requests.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { addVisit } from '../../../testing/submission.ts';
import { closeAfterTest, signIn, startSharedApp, startTestApp } from '../../../testing/test-app.ts';
import { PoolBusy } from '../../../work/child-pool.ts';
import { ReportRenderingFailed } from '../render/report-renderer.ts';
import { removeExpired, takeArchive } from './archive-store.ts';
import { makeArchives } from './make-archives.ts';

const running = await startSharedApp();
const { db } = running;
const { renderer } = running.platform;
const agent = await signIn(running, 'agent');
const admin = await signIn(running, 'admin');

let portfolios = 0;
const newPortfolio = () => `Portfolio ${++portfolios}`;

async function visits(portfolio_name: string, count: number, applicant_name = 'Asha Rao') {
  const added = [];
  for (let index = 0; index < count; index++) {
    added.push(await addVisit(running, agent, [], { portfolio_name, applicant_name }));
  }
  return added;
}
const ask = (filter: object) => admin.post('report-archives/', filter);
const read = (id: string) => admin.get(`report-archives/${id}/`);
async function ready(id: string): Promise<Archive> {
  const archive = async () => (await read(id)).json<Archive>();
  await expect.poll(async () => (await archive()).status, { timeout: 120_000 }).toBe('ready');
  return archive();
}
const makeArchive = async (filter: object) => ready((await ask(filter)).json<Archive>().id);
const download = (id: string, headers: object = admin.headers) =>
  running.app.inject({ url: `/api/v1/report-archives/${id}/file/`, headers: { ...headers } });

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
  await decide(admin, first?.id ?? 0, 'positive');
  const dates = { start_date: '2020-01-01', end_date: '2099-12-31' };
  const archive = await makeArchive({ portfolio_name, ...dates });
  expect(archive).toMatchObject({ total: 2, done: 2, failed: 0, filter: { portfolio_name } });
  expect(Date.parse(archive.expires_at ?? '') - Date.parse(archive.finished_at ?? '')).toBe(864e5);

  const cookieAlone = await download(archive.id, { cookie: admin.headers.cookie });
  expect(cookieAlone.headers['content-type']).toBe('application/zip');
  const files = unzipSync(cookieAlone.rawPayload);
  const names = Object.keys(files);
  const reports = [first, second].map(
    (visit) => `${visit?.applicant.application_id}_residence.pdf`,
  );
  expect(names.toSorted()).toEqual([...reports, 'reports.csv'].toSorted());
  const list = Buffer.from(files['reports.csv'] ?? []).toString();
  expect(list).toContain(",'=cmd(),positive,1,");
  for (const name of reports) {
    const pdf_sha256 = hash('sha256', files[name] ?? '', 'buffer');
    expect(list).toContain(pdf_sha256.toString('hex'));
    expect(await readRows(db, 'reports', { pdf_sha256 }, ['id'])).toHaveLength(1);
  }
  const audited = await db
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
  for (const _ of ['first', 'again']) await makeArchive({ portfolio_name });
  expect(await readRows(db, 'reports', { verification_id: visit?.id ?? 0 })).toHaveLength(1);
});

/** Starts a separate server with an archive of three reports. The engine hangs at the second report. */
async function hangAtSecond() {
  const server = closeAfterTest(await startTestApp());
  const visitor = await signIn(server, 'agent');
  for (const _ of [1, 2, 3]) await addVisit(server, visitor);
  const { render } = server.platform.renderer;
  const drawing = vi.spyOn(server.platform.renderer, 'render');
  const { promise: isHanging, resolve: hang } = Promise.withResolvers<void>();
  drawing.mockImplementationOnce(render).mockImplementationOnce((_, signal) => {
    hang();
    return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
  });
  const asked = await (await signIn(server, 'admin')).post('report-archives/', {});
  await isHanging;
  const archive = () => readRow(server.db, 'report_archives', {});
  const unmade = () => readRows(server.db, 'report_archive_items', { report_id: null });
  expect(await archive()).toMatchObject({ id: asked.json<Archive>().id, finished_at: null });
  expect(await unmade()).toHaveLength(2);
  const finish = async () => {
    await makeArchives(server.platform, new AbortController().signal, () => {});
    expect((await archive()).finished_at).not.toBeNull();
    expect(await unmade()).toEqual([]);
    return drawing.mock.calls.length;
  };
  return { ...server, finish };
}

// Covers: fault-53
test('an archive left by a killed server is continued once its lease is over', async () => {
  const { db, finish } = await hangAtSecond();
  expect(await takeArchive(db)).toBeUndefined();
  await changeRows(db, 'report_archives', {}, { leased_until: new Date(Date.now() - 1) });
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
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { render } = renderer;
  const drawing = vi.spyOn(renderer, 'render').mockImplementation(async (...request) => {
    await held;
    return render(...request);
  });
  const { id } = (await ask({ portfolio_name })).json<Archive>();
  expect((await download(id)).statusCode).toBe(409);
  const removed = await admin.delete(`report-archives/${id}/`);
  expect(removed.json()).toEqual({ success: true, message: 'Archive removed' });
  release();
  drawing.mockRestore();
  expect((await read(id)).statusCode).toBe(404);
});

test('a report that cannot be made is listed as such, and the others are delivered', async () => {
  const portfolio_name = newPortfolio();
  const [good, bad] = await visits(portfolio_name, 2);
  const version = { verification_id: bad?.id ?? 0, version: 1, template: 'residence' } as const;
  await db
    .insertInto('reports')
    .values({ ...version, form: '{}', photo_ids: [], created_by: admin.user.id })
    .execute();
  const { render } = renderer;
  const drawing = vi
    .spyOn(renderer, 'render')
    .mockImplementation(async (document, signal) =>
      document.verification?.id === bad?.id
        ? Promise.reject(new Error('broken'))
        : render(document, signal),
    );
  const archive = await makeArchive({ portfolio_name });
  drawing.mockRestore();
  expect(archive).toMatchObject({ total: 2, done: 1, failed: 1 });
  const files = unzipSync((await download(archive.id)).rawPayload);
  expect(Object.keys(files)).toHaveLength(2);
  expect(Object.keys(files).join()).toContain(`${good?.applicant.application_id}_`);
});

test('a finished archive is deleted after a day', async () => {
  const portfolio_name = newPortfolio();
  await visits(portfolio_name, 1);
  const { id } = await makeArchive({ portfolio_name });
  const finished_at = new Date(Date.now() - 25 * 3_600_000);
  await changeRows(db, 'report_archives', { id }, { finished_at });
  await removeExpired(db, archiveHours);
  expect((await read(id)).statusCode).toBe(404);
});

test('a report that a busy engine rejects waits until there is room', async () => {
  const server = closeAfterTest(await startTestApp());
  await addVisit(server, await signIn(server, 'agent'));
  const drawing = vi.spyOn(server.platform.renderer, 'render');
  const cause = new PoolBusy('many callers wait');
  for (let turnedAway = 0; turnedAway < 6; turnedAway += 1) {
    drawing.mockRejectedValueOnce(new ReportRenderingFailed('no room', { cause }));
  }
  await (await signIn(server, 'admin')).post('report-archives/', {});
  const columns = ['report_id', 'problem', 'tries'] as const;
  const items = () => readRows(server.db, 'report_archive_items', {}, columns);
  const isOver = async () => {
    const [item] = await items();
    return item && (item.report_id !== null || item.problem !== null);
  };
  await vi.waitUntil(isOver, { timeout: 120_000 });
  expect(await items()).toEqual([{ report_id: expect.any(Number), problem: null, tries: 0 }]);
});
