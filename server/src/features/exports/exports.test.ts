import { randomBytes, randomUUID } from 'node:crypto';
import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import { type Export, exportHours } from '@doorstep/contract/exports';
import { readXlsx } from 'hucre/xlsx';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeExport as makeExportOf } from '../../testing/exports.ts';
import { addLenderRow, setDue } from '../../testing/lenders.ts';
import { sendForm } from '../../testing/reports/report-requests.ts';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import {
  sendSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { deleteExpiredExports } from './export-store.ts';
import { type ExportSource, makeExports } from './make-exports.ts';

const running = await startSharedApp();
const { db } = running;
const admin = await signIn(running, 'admin');
const agent = await signIn(running, 'agent');

const makeExport = (wanted: object) => makeExportOf(admin, wanted);
const download = (made: Export) => admin.get(`exports/${made.id}/file/`);

async function readSheet(made: Export) {
  const { sheets } = await readXlsx((await download(made)).rawPayload);
  const [headings = [], ...rows] = sheets[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(headings.map((name, at) => [name, row[at] ?? null])));
}

const queryOf = (filters: Record<string, string>) => new URLSearchParams(filters).toString();

/** Adds a waiting export to a database without a server, because a server would make the export itself. */
async function addWaiting(values: object = {}) {
  const { db: own, drop } = await createTestDatabase();
  onTestFinished(drop);
  const maker = await addUser(own, 'admin');
  const add = async () => {
    const id = randomUUID();
    const wanted = { list: 'applicants', format: 'csv', query: '', with_report: false } as const;
    await own
      .insertInto('exports')
      .values({ id, requested_by: maker.id, ...wanted, file: null, ...values })
      .execute();
    return id;
  };
  const make = (source: Partial<ExportSource>, signal = new AbortController().signal) => {
    const whole = { columns: () => [], findIds: async () => [1], readRows: async () => [] };
    const sources = { applicants: { ...whole, ...source }, verifications: whole };
    return makeExports({ db: own }, sources, signal, () => {});
  };
  return { db: own, maker, id: await add(), add, make };
}

// Covers: exports-1
test('all rows that a list shows with its filters are exported, with typed cells and the clock', async () => {
  const { portfolio, ruleId, name } = await addLenderRow(db);
  const texts = { applicant_name: '=1+1\uffff', address: 'Unit_x0041_9' };
  const late = await addApplicant(db, { portfolio_name: portfolio, ...texts });
  await setDue(db, late.id, ruleId, -3_600_000);
  await addApplicant(db, { portfolio_name: portfolio });
  const query = queryOf({ portfolio_name: portfolio, due: 'late' });
  const made = await makeExport({ list: 'applicants', format: 'xlsx', query });
  expect(made).toMatchObject({ total: 1, done: 1 });
  expect(await readSheet(made)).toMatchObject([
    {
      ...{ 'Application ID': late.application_id, 'Applicant Name': '=1+1\ufffd' },
      ...{ 'Pin Code': '400001', Address: 'Unit_x0041_9', Status: 'pending', Lender: name },
      ...{ 'In Time': 'No', Urgent: null, Due: expect.any(Date) },
    },
  ]);
});

// Covers: exports-1
test('a clock that stopped during a pause is in time with the hours up to the pause', async () => {
  const { portfolio, ruleId } = await addLenderRow(db);
  const { id } = await addApplicant(db, { portfolio_name: portfolio });
  const due = Date.parse(await setDue(db, id, ruleId, -3_600_000));
  const at = (hoursAfterDue: number) => new Date(due + hoursAfterDue * 3_600_000).toISOString();
  await changeRows(db, 'applicants', { id }, { clock_stopped_at: at(0.5), paused_at: at(-2) });
  const query = queryOf({ portfolio_name: portfolio });
  const rows = await readSheet(await makeExport({ list: 'applicants', format: 'xlsx', query }));
  expect(rows).toMatchObject([{ 'In Time': 'Yes', 'Hours Late': -2 }]);
});

// Covers: exports-2
test('an exported file that is uploaded again stores nothing and each row fails as known', async () => {
  const ids = Array.from({ length: 12 }, () => `EX-${randomUUID().slice(0, 8)}`);
  const first = await sendSpreadsheet(running, admin.headers, await writeSpreadsheet(ids));
  expect(first.json<BulkUploadResult>().summary.successful).toBe(12);
  const made = await makeExport({ list: 'applicants', format: 'xlsx', query: 'search=EX-' });
  const { rawPayload } = await download(made);
  const again = await sendSpreadsheet(running, admin.headers, rawPayload);
  expect(again.json<BulkUploadResult>().summary).toMatchObject({ successful: 0, failed: 12 });
});

// Covers: exports-3
test('no cell of a .csv is a formula, and the fields of the last report have columns', async () => {
  const portfolio_name = randomUUID();
  const hostile = { portfolio_name, applicant_name: '=HYPERLINK("x")' };
  const { applicant } = await addVerificationRow(db, agent.user.id, hostile);
  for (const coApp of ['Name of version 1', 'Name of version 2']) {
    const saved = await sendForm(admin, { applicationRefNo: applicant.application_id, coApp });
    expect(saved.statusCode).toBe(200);
  }
  const query = queryOf({ portfolio_name });
  const made = await makeExport({ list: 'verifications', format: 'csv', query, with_report: true });
  const answer = await download(made);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="verifications-/);
  expect(answer.body).toContain(`"'=HYPERLINK(""x"")"`);
  expect(answer.body).toContain(`Verification Agency (${running.config.shortName})`);
  expect(answer.body).toContain('Name of version 2');
  expect(answer.body).not.toContain('Name of version 1');
});

// Covers: exports-4
test('a file of several megabytes is downloaded whole', async () => {
  const made = await makeExport({ list: 'applicants', format: 'xlsx', query: 'search=nothing' });
  const file = randomBytes(2_500_000);
  await changeRows(db, 'exports', { id: made.id }, { file });
  expect((await download(made)).rawPayload.equals(file)).toBe(true);
});

// Covers: exports-4
test('an export is deleted a day after it was made', async () => {
  const wanted = { list: 'applicants', format: 'csv', query: 'search=nothing' };
  const [old, recent] = [await makeExport(wanted), await makeExport(wanted)];
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await changeRows(db, 'exports', { id: old.id }, { finished_at: hoursAgo(exportHours + 1) });
  await changeRows(db, 'exports', { id: recent.id }, { finished_at: hoursAgo(exportHours - 1) });
  await deleteExpiredExports(db, exportHours);
  expect((await download(old)).statusCode).toBe(404);
  expect((await download(recent)).statusCode).toBe(200);
});

// Covers: exports-4
test('each step of an export is in the audit, without the search', async () => {
  const query = 'search=nothing-such';
  const made = await makeExport({ list: 'applicants', format: 'csv', query });
  expect(made).toMatchObject({ total: 0, done: 0, file_url: `/api/v1/exports/${made.id}/file/` });
  await download(made);
  expect((await admin.delete(`exports/${made.id}/`)).statusCode).toBe(200);
  expect((await download(made)).statusCode).toBe(404);
  const actions = await db
    .selectFrom('audit')
    .select(['action', 'after'])
    .where('subject', '=', 'export')
    .where('request_id', 'is not', null)
    .where((eb) =>
      eb.or([eb('after', '@>', { export: made.id }), eb('before', '@>', { export: made.id })]),
    )
    .orderBy('id')
    .execute();
  expect(actions.map(({ action }) => action)).toEqual(['request', 'download', 'removed']);
  expect(JSON.stringify(actions)).not.toContain('nothing-such');
});

test('a query that the list would reject is rejected, and three exports are made at a time', async () => {
  const wanted = { list: 'applicants', format: 'csv' } as const;
  for (const [query, errors] of [
    ['due=soon', { due: [expect.stringContaining('late')] }],
    ['file=12', { query: ['file is not a filter of this list'] }],
    ['outcome=met', { query: ['outcome is not a filter of this list'] }],
  ] as const) {
    const wrong = await admin.post('exports/', { ...wanted, query });
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, errors]);
  }
  const by = await signIn(running, 'admin');
  // Simulates three exports that other servers are making.
  const leased_until = new Date(Date.now() + 3_600_000);
  const busy = { ...wanted, query: '', with_report: false, leased_until, file: null };
  const three = [1, 2, 3].map(() => ({ id: randomUUID(), requested_by: by.user.id, ...busy }));
  await db.insertInto('exports').values(three).execute();
  const fourth = await by.post('exports/', wanted);
  expect(fourth.statusCode).toBe(409);
  expect(fourth.json()).toMatchObject({ code: 'exports_under_way' });
  const early = await by.get(`exports/${three[0]?.id}/file/`);
  expect(early.json()).toMatchObject({ code: 'export_under_way' });
});

// Covers: exports-5
test('the exports of an admin who was deactivated are deleted, not made', async () => {
  const { db: own, maker, add, make } = await addWaiting();
  await add();
  const readOnce = vi.fn(async () => {
    await changeRows(own, 'users', { id: maker.id }, { is_active: false });
    return [];
  });
  await make({ readRows: readOnce });
  expect(readOnce).toHaveBeenCalledTimes(1);
  expect(await readRows(own, 'exports', {}, ['id'])).toEqual([]);
});

// Covers: exports-1
test('a row that is deleted while its export is made is neither in the file nor counted', async () => {
  const { db: own, id, make } = await addWaiting();
  await make({
    columns: () => [{ field: 'agent', heading: 'Agent', kind: 'text' }],
    findIds: async () => [3, 2, 1],
    readRows: async () => [['Asha'], ['Ravi']],
  });
  expect(await readRow(own, 'exports', { id }, ['total', 'done'])).toEqual({ total: 2, done: 2 });
});

// Covers: exports-5
test('an export left by a killed server is made again; three failures end it; a stop does not count as a failure', async () => {
  const left = { leased_until: new Date(0), tries: 1 };
  const { db: own, id, make } = await addWaiting(left);
  const stored = () => readRow(own, 'exports', { id });
  const ended = { tries: 3, finished_at: expect.any(String) };
  const readFailing = () => Promise.reject(new Error('The disk is full'));
  for (const tries of [2, 3]) {
    await make({ readRows: readFailing });
    expect(await stored()).toMatchObject({ tries });
    await changeRows(own, 'exports', { id }, { leased_until: new Date(0) });
  }
  expect(await stored()).toMatchObject(ended);
  await changeRows(own, 'exports', { id }, { tries: 0, finished_at: null, leased_until: null });
  const stop = new AbortController();
  const readStopping = async () => {
    stop.abort();
    return [];
  };
  await make({ readRows: readStopping }, stop.signal);
  expect(await stored()).toMatchObject({ tries: 1 });
  // Simulates a server that died while it made the export for the last time.
  await changeRows(own, 'exports', { id }, { tries: 3, leased_until: new Date(0) });
  await make({ readRows: readFailing });
  expect(await stored()).toMatchObject(ended);
});
