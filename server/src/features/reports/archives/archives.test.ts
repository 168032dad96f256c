import { hash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serverLimits } from '../../../limits.ts';
import { changeRows, readRows } from '../../../testing/rows.ts';
import { emptyPhotos } from '../../../testing/services/backup-place.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { addUser, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { PoolBusy } from '../../../work/child-pool.ts';
import { ReportRenderingFailed } from '../render/report-renderer.ts';
import { type ArchivedReport, findMatching } from './archive-store.ts';
import { makeArchives } from './make-archives.ts';
import { archiveNames, writeArchive } from './write-archive.ts';

const running = await startSharedApp();
const admin = await signIn(running, 'admin');
await addVerificationRow(running.db, (await signIn(running, 'agent')).user.id);
running.platform.renderer.render = async (_, signal) => {
  signal?.throwIfAborted();
  return new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
};

const ask = async (by: Visitor, key: string = randomUUID()) => {
  const headers = { ...by.headers, 'idempotency-key': key };
  const request = { method: 'POST', url: '/api/v1/report-archives/', payload: {} } as const;
  const answer = await running.app.inject({ ...request, headers });
  return { status: answer.statusCode, body: answer.json() };
};
const archivesOf = (by: Visitor) =>
  readRows(running.db, 'report_archives', { requested_by: by.user.id }, ['id']);

test('of many simultaneous requests of an admin, three are accepted', async () => {
  const by = await signIn(running, 'admin');
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => ask(by)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409]);
  expect(await archivesOf(by)).toHaveLength(3);
});

test('a repeated request under its key begins one archive', async () => {
  const by = await signIn(running, 'admin');
  const key = randomUUID();
  const first = await ask(by, key);
  expect(first.status).toBe(201);
  expect(await ask(by, key)).toEqual(first);
  expect(await archivesOf(by)).toEqual([{ id: first.body.id }]);
});

test('an admin lists and deletes own archives; an unfinished one has no file', async () => {
  const by = await signIn(running, 'admin');
  const { body } = await ask(by);
  const list = async (one: Visitor) => (await one.get('report-archives/')).json().results;
  expect(await list(by)).toMatchObject([{ id: body.id }]);
  expect(await list(admin)).toEqual([]);
  const file = await by.get(`report-archives/${body.id}/file/`);
  expect(file.json()).toMatchObject({ code: 'archive_under_way' });
  expect((await by.delete(`report-archives/${body.id}/`)).statusCode).toBe(200);
  expect(await list(by)).toEqual([]);
});

test('the file is named after the day of the request, in the provider’s time zone', async () => {
  const id = randomUUID();
  const asked = new Date('2026-03-04T20:00:00Z');
  await running.db
    .insertInto('report_archives')
    .values({
      ...{ id, requested_by: admin.user.id, filter: '{}', total: 1 },
      ...{ created_at: asked.toISOString(), finished_at: asked },
    })
    .execute();
  const file = await admin.get(`report-archives/${id}/file/`);
  // The archive was requested on March 5 at 01:30 in India, which is still March 4 in UTC.
  expect(file.headers['content-disposition']).toBe('attachment; filename="reports-2026-03-05.zip"');
});

/** Returns a database without an app, because the app's own job would take one of the archives. */
async function databaseAlone() {
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  return { db, requested_by: (await addUser(db, 'admin')).id };
}

test('an archive has the verifications of its portfolio, decision and days, newest first', async () => {
  const { db, requested_by } = await databaseAlone();
  const add = async (portfolio_name: string, submitted_at: string, more: object = {}) => {
    const { id, applicant } = await addVerificationRow(db, requested_by, { portfolio_name });
    await changeRows(db, 'verifications', { id }, { submitted_at, ...more });
    return { id, applicantId: applicant.id };
  };
  // In India, March 5 begins on March 4 at 18:30 UTC.
  const before = await add('A', '2026-03-04T18:29:59Z');
  const first = await add('A', '2026-03-04T18:30:00Z', {
    ...{ admin_decision: 'negative', decided_by: requested_by, decided_at: new Date() },
  });
  const last = await add('B', '2026-03-05T18:29:59Z');
  const after = await add('A', '2026-03-05T18:30:00Z');
  const deleted = await add('A', '2026-03-05T12:00:00Z');
  await changeRows(db, 'applicants', { id: deleted.applicantId }, { deleted_at: new Date() });
  const find = async (filter: object, limit = 10) =>
    (await findMatching(db, filter, 'Asia/Kolkata', limit)).map(({ id }) => id);
  expect(await find({})).toEqual([after.id, last.id, first.id, before.id]);
  expect(await find({}, 1)).toEqual([after.id, last.id]);
  const day = '2026-03-05';
  expect(await find({ start_date: day, end_date: day })).toEqual([last.id, first.id]);
  expect(await find({ portfolio_name: 'B' })).toEqual([last.id]);
  expect(await find({ admin_decision: 'negative' })).toEqual([first.id]);
});

test('a report that fails often enough is listed with its problem; a busy engine is no failure', async () => {
  const { db, requested_by } = await databaseAlone();
  const { id: verification_id } = await addVerificationRow(db, requested_by);
  const id = randomUUID();
  await db
    .insertInto('report_archives')
    .values({ id, requested_by, filter: '{}', total: 1 })
    .execute();
  const tries = serverLimits.archiveTries - 1;
  await db
    .insertInto('report_archive_items')
    .values({ archive_id: id, position: 1, verification_id, tries })
    .execute();
  const broken = new Error('broken');
  const render = vi.fn().mockRejectedValue(broken);
  render.mockRejectedValueOnce(new ReportRenderingFailed('', { cause: new PoolBusy('full') }));
  const { renderer, ...platform } = running.platform;
  const errors: unknown[] = [];
  const signal = new AbortController().signal;
  await makeArchives({ ...platform, db, renderer: { ...renderer, render } }, signal, (error) =>
    errors.push(error),
  );
  expect([render.mock.calls.length, errors]).toEqual([2, [broken]]);
  expect(await readRows(db, 'report_archive_items', {})).toMatchObject([
    { report_id: null, tries: tries + 1, problem: 'This report could not be made.' },
  ]);
});

test('the ZIP file contains each report and a list; without one of its files it ends with an error', async () => {
  const photos = await emptyPhotos();
  const pdf = Buffer.from('%PDF');
  const sha256 = hash('sha256', pdf);
  await photos.put(`reports/${sha256}.pdf`, pdf);
  const report = {
    ...{ verification_id: 7, application_id: 'HL-1', applicant_name: 'Asha', decision: 'positive' },
    ...{ version: 2, code: 'CODE', template: 'office', problem: null, finished_at: '2026-03-05' },
    pdf_sha256: Buffer.from(sha256, 'hex'),
  } as ArchivedReport;
  const failed = { ...report, ...{ finished_at: null, pdf_sha256: null, problem: 'Broken' } };
  const zipped = async (reports: ArchivedReport[]) =>
    unzipSync(await buffer(writeArchive({ photos }, reports, new Date())));
  const files = await zipped([report, failed]);
  const list = Buffer.from(files['reports.csv'] ?? []).toString();
  expect(files).toEqual({
    'HL-1_office.pdf': new Uint8Array(pdf),
    'reports.csv': expect.anything(),
  });
  expect(list.split('\r\n').slice(1)).toEqual([
    `HL-1_office.pdf,7,HL-1,Asha,positive,2,CODE,${sha256},`,
    ',7,HL-1,Asha,positive,2,CODE,,Broken',
    '',
  ]);
  await photos.delete(`reports/${sha256}.pdf`);
  await expect(zipped([report])).rejects.toThrow('The file of this version was not found');
});

test('one run makes all archives that wait', async () => {
  const { db, requested_by } = await databaseAlone();
  const empty = () => ({ id: randomUUID(), requested_by, filter: '{}', total: 1 });
  await db.insertInto('report_archives').values([empty(), empty()]).execute();
  await makeArchives({ ...running.platform, db }, new AbortController().signal, () => {});
  const finished = { finished_at: expect.any(String) };
  expect(await readRows(db, 'report_archives', {})).toMatchObject([finished, finished]);
});

test('reports in an archive are named after their application numbers, each differently', () => {
  const finished_at = '2026-03-05T05:00:00.000Z';
  const named = (application_id: string, template: 'residence' | 'office' = 'residence') => ({
    ...{ application_id, template, finished_at },
  });
  expect(
    archiveNames([
      ...[named('HL-2041'), named('HL-2041', 'office'), named('hl-2041')],
      ...[named('HL-2041_residence_2'), named('../../x\\y'), named('HL-2041')],
      { ...named('HL-7'), finished_at: null },
    ]),
  ).toEqual([
    ...['HL-2041_residence.pdf', 'HL-2041_office.pdf', 'hl-2041_residence_2.pdf'],
    ...['HL-2041_residence_2_residence.pdf', '__.._x_y_residence.pdf', 'HL-2041_residence_3.pdf'],
    '',
  ]);
});
