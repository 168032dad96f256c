import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { readRows } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { addUser, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { makeArchives } from './make-archives.ts';
import { archiveNames } from './write-archive.ts';

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

test('one run makes all archives that wait', async () => {
  // Uses a database without an app, because the app's own job would take one of the archives.
  const { db, drop } = await createTestDatabase();
  onTestFinished(drop);
  const requested_by = (await addUser(db, 'admin')).id;
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
