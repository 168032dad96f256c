import type { Upload, UploadUndone } from '@doorstep/contract/bulk-upload/uploads';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { rollUpCounts } from '../../../db/counts/counts.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import {
  uploadSpreadsheet,
  writeSpreadsheet,
} from '../../../testing/spreadsheets/spreadsheet-upload.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import {
  attemptOf,
  manifestOf,
  sendPhoneVisit,
  unsignedVisit,
} from '../../../testing/visits/phone-visit.ts';
import { compareUploads } from '../matches/compare-uploads.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
const colleague = await signIn(server, 'admin');
const agent = await signIn(server, 'agent');
let made = 0;

async function upload(rows: number) {
  const names = Array.from({ length: rows }, () => `UNDO-${(made += 1)}`);
  const { upload_id: id } = await uploadSpreadsheet(server, admin, await writeSpreadsheet(names));
  const applicants = await readRows(db, 'applicants', { upload_id: id }, ['id']);
  return { id, names, ids: applicants.map((one) => one.id).toSorted((a, b) => a - b) };
}

const undo = (id: number, by = admin) => by.post(`bulk/uploads/${id}/undo/`);
const get = async <T>(path: string, by = admin) => (await by.get(path)).json<T>();
const listed = async (id: number) => {
  const { results } = await get<{ results: Upload[] }>('bulk/uploads/');
  return results.find((one) => one.id === id);
};
const giveToAgent = (id: number) =>
  changeRows(db, 'applicants', { id }, { assigned_agent_id: agent.user.id, status: 'assigned' });

async function sums() {
  await rollUpCounts(db);
  const { rows } = await sql<{ stored: number; counted: number }>`
    select (select sum(pending + assigned + visited + submitted)::bigint from applicant_sums where span = 'all') as stored,
      (select count(*) from applicants where deleted_at is null) as counted`.execute(db);
  return rows[0];
}

// Covers: upload-9
test('lists uploads, newest first, with sender and file', async () => {
  const [first, second] = [await upload(2), await upload(1)];
  const { results, count } = await get<{ results: Upload[]; count: number }>(
    'bulk/uploads/?page_size=2',
  );
  expect(count).toBeGreaterThanOrEqual(2);
  expect(results.map(({ id }) => id)).toEqual([second.id, first.id]);
  expect(results[1]).toMatchObject({
    ...{ file_name: 'applicants.xlsx', total_records: 2, successful: 2, failed: 0 },
    ...{ state: 'taken', undone: null },
    uploaded_by: { id: admin.user.id, name: admin.user.name },
  });
  expect(Date.parse(results[1]?.undo_until ?? '')).toBeGreaterThan(Date.now());
});

// Covers: upload-10
test('deletes applicants without a visit, assigned ones too, and lists why the others stay', async () => {
  const { id, ids } = await upload(5);
  const [pending = 0, assigned = 0, tried = 0, visited = 0, deleted = 0] = ids;
  for (const one of [assigned, tried, visited]) await giveToAgent(one);
  for (const visit of [
    attemptOf({ applicant_id: tried, assignment_version: 1 }),
    manifestOf({ applicant_id: visited, assignment_version: 1 }),
  ]) {
    const sent = await sendPhoneVisit(server, agent, unsignedVisit(visit));
    expect(sent.statusCode, sent.body).toBe(200);
  }
  await changeRows(db, 'applicants', { id: deleted }, { deleted_at: new Date() });

  const answer = await undo(id, colleague);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<UploadUndone>()).toMatchObject({
    ...{ removed: 2, kept_count: 2 },
    message: 'Upload undone: 2 applicants deleted, 2 with a visit stay.',
    kept: [
      { id: tried, because: 'visit_started' },
      { id: visited, because: 'visited' },
    ],
  });
  expect(await auditOf(db, 'applicant', assigned)).toMatchObject([
    {
      ...{ actor_id: colleague.user.id, action: 'delete', after: null },
      before: { status: 'assigned', assigned_agent_id: agent.user.id },
    },
  ]);
  expect(await auditOf(db, 'upload', id)).toMatchObject([
    { action: 'create' },
    { action: 'undo', actor_id: colleague.user.id, after: { removed: 2 } },
  ]);
  expect(await listed(id)).toMatchObject({
    ...{ state: 'undone', undo_until: null },
    undone: { by: colleague.user.name, removed: 2 },
  });
  const left = await get<{ count: number; results: { id: number }[] }>(`applicants/?upload=${id}`);
  expect(left).toMatchObject({ count: 2, results: [{ id: visited }, { id: tried }] });
  const verifications = await get(`verification_tasks/?upload=${id}`);
  expect(verifications).toMatchObject({ count: 1, results: [{ portfolio_name: 'Axis' }] });
  const phone = await get<{ gone: object[] }>(
    `agent/task-changes/?known=${pending}-00000000,${assigned}-00000000`,
    agent,
  );
  expect(phone.gone).toContainEqual(
    expect.objectContaining({ applicant_id: assigned, because: 'deleted' }),
  );
});

test('its answer names single applicants in the singular', async () => {
  const { id, ids } = await upload(2);
  const [visited = 0] = ids;
  await giveToAgent(visited);
  const visit = manifestOf({ applicant_id: visited, assignment_version: 1 });
  await sendPhoneVisit(server, agent, unsignedVisit(visit));
  expect((await undo(id)).json<UploadUndone>().message).toBe(
    'Upload undone: 1 applicant deleted, 1 with a visit stays.',
  );
});

test('two clicks and two admins undo once, and the counts stay exact', async () => {
  const { id } = await upload(30);
  const answers = await Promise.all([undo(id), undo(id), undo(id, colleague), undo(id, colleague)]);
  expect(answers.map((answer) => answer.json<UploadUndone>().removed)).toEqual([30, 30, 30, 30]);
  const recorded = await auditOf(db, 'upload', id);
  expect(recorded.map(({ action }) => action)).toEqual(['create', 'undo']);
  const now = await sums();
  expect(now?.stored).toBe(now?.counted);
});

// Covers: upload-10
test('does not wait for the comparison with earlier applications', async () => {
  await upload(1);
  await compareUploads(db);
  // All applicants here have the same mobile number, so comparing the second upload changes a row of
  // `applicant_keys`. The test locks that table's rows first.
  const { id, ids } = await upload(1);
  let compared: Promise<void> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`select from applicant_keys for update`.execute(trx);
    compared = compareUploads(db);
    await expect.poll(() => countLockWaits(db)).toBe(1);
    // A second comparison returns immediately, because the first comparison has the lock.
    await compareUploads(db);
    expect((await undo(id)).json()).toMatchObject({ removed: ids.length });
  });
  await compared;
  expect(await readRow(db, 'uploads', { id }, ['matched_count'])).not.toMatchObject({
    matched_count: null,
  });
});

test('is possible for seven days, and the file can then be uploaded again', async () => {
  const { id, names } = await upload(1);
  const createdAt = (created_at: Date) => changeRows(db, 'uploads', { id }, { created_at });
  await createdAt(new Date(Date.now() - 8 * 864e5));
  expect((await undo(id)).json()).toMatchObject({ code: 'too_late' });
  expect(await listed(id)).toMatchObject({ state: 'taken', undo_until: null });
  await createdAt(new Date());
  expect((await undo(id)).statusCode).toBe(200);
  const again = await uploadSpreadsheet(server, admin, await writeSpreadsheet(names));
  expect(again.summary.successful).toBe(1);
});

test('an unknown upload finds no applicants, and one that stored none undoes nothing', async () => {
  expect(await get('applicants/?upload=999999999')).toMatchObject({ count: 0 });
  const { id, names } = await upload(1);
  const { upload_id } = await uploadSpreadsheet(server, admin, await writeSpreadsheet(names));
  expect(await listed(upload_id)).toMatchObject({ successful: 0, failed: 1, undo_until: null });
  expect((await undo(upload_id)).json()).toMatchObject({ removed: 0, kept_count: 0 });
  expect(await get(`applicants/?upload=${id}`)).toMatchObject({ count: 1 });
});
