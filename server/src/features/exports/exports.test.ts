import { randomBytes, randomUUID } from 'node:crypto';
import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import type { Export } from '@doorstep/contract/exports';
import { readXlsx } from 'hucre/xlsx';
import { expect, onTestFinished, test } from 'vitest';
import { addLenderRow, setDue } from '../../testing/lenders.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import {
  sendSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../testing/test-app.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { type ExportSource, makeExports } from './make-exports.ts';

const running = await startSharedApp();
const { db } = running;
const admin = await signIn(running, 'admin');
const agent = await signIn(running, 'agent');

async function request(wanted: object, by: Visitor = admin): Promise<Export> {
  const answer = await by.post('exports/', wanted);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Export>();
}

async function makeExport(wanted: object): Promise<Export> {
  const { id } = await request(wanted);
  const find = async () => {
    const { results } = (await admin.get('exports/')).json<{ results: Export[] }>();
    return results.find((one) => one.id === id);
  };
  await expect.poll(async () => (await find())?.status, { timeout: 30_000 }).toBe('ready');
  return (await find()) as Export;
}

const download = (made: Export) => admin.get(`exports/${made.id}/file/`);

async function readSheet(made: Export) {
  const { sheets } = await readXlsx((await download(made)).rawPayload);
  const [headings = [], ...rows] = sheets[0]?.rows ?? [];
  return rows.map((row) => Object.fromEntries(headings.map((name, at) => [name, row[at] ?? null])));
}

const anyPortfolio = () => `Portfolio ${randomUUID().slice(0, 8)}`;

// Covers: exports-1
test('all rows that a list shows with its filters are exported, with typed cells and the clock', async () => {
  const { portfolio, ruleId, name } = await addLenderRow(db);
  const late = await addApplicant(db, {
    ...{ portfolio_name: portfolio, applicant_name: '=1+1\uffff', address: 'Unit_x0041_9' },
  });
  await setDue(db, late.id, ruleId, -3_600_000);
  await addApplicant(db, { portfolio_name: portfolio });
  const made = await makeExport({
    ...{ list: 'applicants', format: 'xlsx' },
    query: new URLSearchParams({ portfolio_name: portfolio, due: 'late' }).toString(),
  });
  expect(made).toMatchObject({ total: 1, done: 1 });
  const rows = await readSheet(made);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    ...{
      'Application ID': late.application_id,
      'Applicant Name': '=1+1\ufffd',
      ...{ 'Pin Code': '400001', Address: 'Unit_x0041_9' },
    },
    ...{ Status: 'pending', Lender: name, 'In Time': 'No', Urgent: null },
    Due: expect.any(Date),
  });
});

// Covers: exports-1
test('a clock that stopped during a pause is in time with the hours up to the pause', async () => {
  const { portfolio, ruleId } = await addLenderRow(db);
  const { id } = await addApplicant(db, { portfolio_name: portfolio });
  const due = Date.parse(await setDue(db, id, ruleId, -3_600_000));
  const at = (hoursAfterDue: number) => new Date(due + hoursAfterDue * 3_600_000).toISOString();
  await changeRows(db, 'applicants', { id }, { clock_stopped_at: at(0.5), paused_at: at(-2) });
  const query = new URLSearchParams({ portfolio_name: portfolio }).toString();
  const rows = await readSheet(await makeExport({ list: 'applicants', format: 'xlsx', query }));
  expect(rows).toMatchObject([{ 'In Time': 'Yes', 'Hours Late': -2 }]);
});

// Covers: exports-2
test('an exported file that is uploaded again stores nothing and each row fails as known', async () => {
  const ids = Array.from({ length: 12 }, () => `EX-${randomUUID().slice(0, 8)}`);
  const first = await sendSpreadsheet(running, admin.headers, await writeSpreadsheet(ids));
  expect(first.json<BulkUploadResult>().summary.successful).toBe(12);
  const { rawPayload } = await download(
    await makeExport({ list: 'applicants', format: 'xlsx', query: 'search=EX-' }),
  );
  const again = await sendSpreadsheet(running, admin.headers, rawPayload);
  expect(again.json<BulkUploadResult>().summary).toMatchObject({ successful: 0, failed: 12 });
});

// Covers: exports-3
test('no cell of a .csv is a formula, and the fields of the last report have columns', async () => {
  const portfolio_name = anyPortfolio();
  const { id } = await addVerificationRow(db, agent.user.id, {
    portfolio_name,
    applicant_name: '=HYPERLINK("x")',
  });
  const version = {
    verification_id: id,
    template: 'residence' as const,
    created_by: admin.user.id,
  };
  for (const number of [1, 2]) {
    await db
      .insertInto('reports')
      .values({
        ...{ ...version, version: number, photo_ids: [], facts: '{}', code: randomUUID() },
        form: JSON.stringify({ applicantName: `Name of version ${number}` }),
        ...{ content_sha256: Buffer.alloc(32), pdf_sha256: Buffer.alloc(32), pdf_bytes: 1 },
        ...{ pages: 1, is_signed: false, finished_at: new Date() },
      })
      .execute();
  }
  const query = new URLSearchParams({ portfolio_name }).toString();
  const made = await makeExport({ list: 'verifications', format: 'csv', query, with_report: true });
  const answer = await download(made);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="verifications-/);
  expect(answer.body).toContain(`"'=HYPERLINK(""x"")"`);
  expect(answer.body).toContain('Name of version 2');
  expect(answer.body).not.toContain('Name of version 1');
});

// Covers: exports-4
test('a file of several megabytes is downloaded whole', async () => {
  const made = await makeExport({ list: 'applicants', format: 'xlsx', query: 'search=nothing' });
  const file = randomBytes(2_500_000);
  await db.updateTable('exports').set({ file }).where('id', '=', made.id).execute();
  const { rawPayload } = await download(made);
  expect(rawPayload.equals(file)).toBe(true);
});

// Covers: exports-4
test('an export belongs to its maker, each step is in the audit, and a day later it is deleted', async () => {
  const made = await makeExport({
    list: 'applicants',
    format: 'csv',
    query: 'search=nothing-such',
  });
  expect(made).toMatchObject({ total: 0, done: 0, file_url: `/api/v1/exports/${made.id}/file/` });
  const other = await signIn(running, 'superadmin');
  expect((await other.get(`exports/${made.id}/file/`)).statusCode).toBe(404);
  expect((await other.delete(`exports/${made.id}/`)).statusCode).toBe(404);
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
  const wrong = await admin.post('exports/', {
    list: 'applicants',
    format: 'csv',
    query: 'due=soon',
  });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json()).toMatchObject({ errors: { due: [expect.stringContaining('late')] } });
  const ignored = await admin.post('exports/', {
    list: 'applicants',
    format: 'csv',
    query: 'file=12',
  });
  expect(ignored.json()).toMatchObject({
    errors: { query: ['file is not a filter of this list'] },
  });
  const by = await signIn(running, 'admin');
  // Simulates other servers that make the exports.
  const busy = { list: 'applicants', format: 'csv', query: '', with_report: false } as const;
  const leased_until = new Date(Date.now() + 3_600_000);
  for (let one = 0; one < 3; one += 1) {
    const values = { id: randomUUID(), requested_by: by.user.id, ...busy, leased_until };
    await db
      .insertInto('exports')
      .values({ ...values, file: null })
      .execute();
  }
  const fourth = await by.post('exports/', { list: 'applicants', format: 'csv' });
  expect(fourth.statusCode).toBe(409);
  expect(fourth.json()).toMatchObject({ code: 'exports_under_way' });
});

// Covers: exports-5
test('the exports of an admin who was deactivated are deleted, not made', async () => {
  const { db: own, drop } = await createTestDatabase();
  onTestFinished(drop);
  const maker = await addUser(own, 'admin');
  const values = ['first', 'second'].map(() => ({
    ...{ id: randomUUID(), requested_by: maker.id, list: 'applicants', format: 'csv', query: '' },
    ...{ with_report: false, file: null },
  }));
  await own
    .insertInto('exports')
    .values(values as never)
    .execute();
  let begun = 0;
  const readRows = async () => {
    begun += 1;
    await changeRows(own, 'users', { id: maker.id }, { is_active: false });
    return [];
  };
  const source = { columns: () => [], findIds: async () => [1], readRows };
  const sources = { applicants: source, verifications: source };
  await makeExports({ db: own }, sources, new AbortController().signal, () => {});
  expect(begun).toBe(1);
  expect(await own.selectFrom('exports').select('id').execute()).toEqual([]);
});

// Covers: exports-1
test('a row that is deleted while its export is made is neither in the file nor counted', async () => {
  const { db: own, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { id: requested_by } = await addUser(own, 'admin');
  const id = randomUUID();
  const list = { list: 'applicants', format: 'csv', query: '', with_report: false } as const;
  await own
    .insertInto('exports')
    .values({ id, requested_by, ...list, file: null })
    .execute();
  const source: ExportSource = {
    columns: () => [{ field: 'agent', heading: 'Agent', kind: 'text' }],
    findIds: async () => [3, 2, 1],
    readRows: async () => [['Asha'], ['Ravi']],
  };
  const sources = { applicants: source, verifications: source };
  await makeExports({ db: own }, sources, new AbortController().signal, () => {});
  expect(await readRow(own, 'exports', { id }, ['total', 'done'])).toEqual({ total: 2, done: 2 });
});

// Covers: exports-5
test('an export left by a killed server is made again; three failures end it; a stop does not count as a try', async () => {
  // Uses a database without a running server, because a running server would make the exports itself.
  const { db: own, drop } = await createTestDatabase();
  onTestFinished(drop);
  const maker = await addUser(own, 'admin');
  const id = randomUUID();
  await own
    .insertInto('exports')
    .values({
      ...{ id, requested_by: maker.id, list: 'applicants', format: 'csv', query: '' },
      ...{ with_report: false, file: null, leased_until: new Date(0), tries: 1 },
    })
    .execute();
  const stop = new AbortController();
  const make = (readRows: ExportSource['readRows']) => {
    const source = { columns: () => [], findIds: async () => [1], readRows };
    const sources = { applicants: source, verifications: source };
    return makeExports({ db: own }, sources, stop.signal, () => {});
  };
  const columns = ['tries', 'finished_at', 'leased_until'] as const;
  const fail = async () => {
    throw new Error('The disk is full');
  };
  for (const tries of [2, 3]) {
    await make(fail);
    expect(await readRow(own, 'exports', { id }, columns)).toMatchObject({ tries });
    await changeRows(own, 'exports', { id }, { leased_until: new Date(0) });
  }
  expect(await readRow(own, 'exports', { id }, columns)).toMatchObject({
    ...{ tries: 3, finished_at: expect.any(String) },
  });
  await changeRows(own, 'exports', { id }, { tries: 0, finished_at: null, leased_until: null });
  await make(async () => {
    stop.abort();
    return [];
  });
  expect(await readRow(own, 'exports', { id }, columns)).toMatchObject({ tries: 1 });
  // Simulates a server that died during the last try.
  await changeRows(own, 'exports', { id }, { tries: 3, leased_until: new Date(0) });
  await make(fail);
  expect(await readRow(own, 'exports', { id }, columns)).toMatchObject({
    ...{ tries: 3, finished_at: expect.any(String) },
  });
});
