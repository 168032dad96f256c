import { uploadColumns } from '@doorstep/contract/bulk-upload';
import { shownOfDryRun, triedHours } from '@doorstep/contract/bulk-upload/dry-run';
import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import { limits } from '@doorstep/contract/limits';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { serverLimits } from '../../../limits.ts';
import { addLenderRow } from '../../../testing/lenders.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import {
  dryRunFile,
  repeatDryRun,
  saveMapping,
  sendDryRun,
  takeIn,
} from '../../../testing/spreadsheets/dry-run-requests.ts';
import { packZip } from '../../../testing/spreadsheets/pack-xlsx.ts';
import {
  deleteUploads,
  sendSpreadsheet,
  storedApplicants,
  uploadSpreadsheet,
  writeRows,
  writeSpreadsheet,
} from '../../../testing/spreadsheets/spreadsheet-upload.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { rejections } from '../read/spreadsheet-rejected.ts';
import { rowsPerPack } from '../rows/pack-applicants.ts';
import { deleteOldDryRuns } from './dry-run-store.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
const colleague = await signIn(server, 'admin');
beforeEach(() => deleteUploads(server));

const headings = 'LOS No,Cust,Home,Home Pin,Home Tel,Shop,Shop Pin,Shop Tel,DOB'.split(',');
const mapping: MappingContent = {
  fields: {
    application_id: { headings: ['LOS No'] },
    applicant_name: { headings: ['Cust'] },
    portfolio_name: { constant: 'HDFC PL' },
    visit_type: { constant: 'RV' },
    address: { headings: ['Home'] },
    pin_code: { headings: ['Home Pin'] },
    mobile_number: { headings: ['Home Tel'] },
  },
  second: {
    visit_type: { constant: 'BV' },
    address: { headings: ['Shop'] },
    pin_code: { headings: ['Shop Pin'] },
    mobile_number: { headings: ['Shop Tel'] },
  },
};
const home = ['1 Hill Road', '400050', '9820098200'];
const shop = ['2 Mill Lane', '400013', '9820098201'];
const oneCase = await writeRows(headings, ['L-1', 'Asha Rao', ...home, ...shop]);
const dryRunMapped = async (file: Uint8Array) =>
  repeatDryRun(admin, await dryRunFile(server, admin, file), { mapping });
const take = (uploadId: number, by = admin, body = {}) =>
  by.post(`bulk/uploads/${uploadId}/take/`, body);
const errorOf = ({ statusCode, body }: Awaited<ReturnType<typeof take>>) => [
  ...[statusCode, JSON.parse(body).code],
];
const stored = () => storedApplicants(server);

// Covers: try-1
test('a dry run reports what taking in would do, and stores only the encrypted file', async () => {
  const file = await writeSpreadsheet(['A-1', 'A-2', '']);
  await uploadSpreadsheet(server, admin, await writeSpreadsheet(['A-1']));
  const dryRun = await dryRunFile(server, admin, file);
  expect(dryRun).toMatchObject({
    format: 'xlsx',
    ...{ sheets: ['Applicants'], sheet: 'Applicants', heading_row: 1, total_rows: 3 },
    ...{ lender: null, missing_fields: [], unknown_headings: [] },
    mapping: { how: 'names', id: null, fields: { pin_code: { headings: ['pin_code'] } } },
    counts: { new: 1, known: 1, revisits: 0, wrong: 1 },
    points: [{ new: 1, known: 1, revisits: 0, wrong: 1 }],
    rows: [
      { row: 2, point: 1, state: 'known', application_id: 'A-1' },
      { row: 3, point: 1, state: 'new', application_id: 'A-2', applicant_type: 'Applicant' },
    ],
  });
  expect(dryRun.headings[0]).toEqual({
    ...{ heading: 'application_id', column: 'A', samples: ['A-1', 'A-2'] },
  });
  expect(dryRun.problems).toEqual({
    total: 2,
    results: [
      {
        ...{ row: 2, point: 1, name: 'Name of A-1', kind: 'known' },
        faults: [
          {
            ...{ field: null, column: null },
            message: 'Application A-1 (APPLICANT, OFFICE) is already known',
          },
        ],
      },
      {
        ...{ row: 4, point: 1, name: 'Name of', kind: 'wrong' },
        faults: [{ field: 'application_id', column: 'A', message: 'application_id is required' }],
      },
    ],
  });
  expect((await stored()).length).toBe(1);
  const kept = await readRow(db, 'tried_uploads', {}, ['file']);
  expect(kept.file.includes(file.subarray(0, 32))).toBe(false);
  expect(await auditOf(db, 'upload', dryRun.upload_id)).toMatchObject([{ action: 'try' }]);
  const list = await admin.get('bulk/uploads/');
  expect(list.json().results[0]).toMatchObject({ state: 'tried', undo_until: null });
  expect((await admin.post(`bulk/uploads/${dryRun.upload_id}/undo/`, {})).statusCode).toBe(404);
});

// Covers: try-2
test('a file with unknown headings is mapped once, and its lender is recognised afterwards', async () => {
  const { id: lender_id } = await addLenderRow(db);
  const rows = [
    ['L-0', 'Nowhere'],
    ['L-1', 'Asha Rao', ...home, ...shop, '01/02/1990'],
    ['L-2', 'Ravi', ...home, '', '', ''],
  ];
  const first = await dryRunFile(server, admin, await writeRows(headings, ...rows));
  expect(first).toMatchObject({
    missing_fields: uploadColumns
      .filter(({ name, required }) => required && name !== 'application_id')
      .map(({ name }) => name),
    ...{ counts: { new: 0, wrong: 0 }, problems: { total: 0 }, total_rows: 3 },
  });
  expect(errorOf(await take(first.upload_id))).toEqual([409, 'try_first']);

  const mapped = await repeatDryRun(admin, first, { mapping, lender_id });
  // If a colleague opens the page, the dry run is repeated with the same mapping. This adds no audit row.
  await repeatDryRun(colleague, first, { mapping });
  const dryRuns = await auditOf(db, 'upload', first.upload_id);
  expect(dryRuns).toMatchObject([
    { action: 'try', after: { heading_row: 1, mapping_id: null } },
    { action: 'try', actor_id: admin.user.id, after: { new: 3, wrong: 1, heading_row: 1 } },
  ]);
  expect(mapped).toMatchObject({
    ...{ upload_id: first.upload_id, missing_fields: [], unknown_headings: ['DOB'] },
    points: [
      { new: 2, wrong: 1 },
      { new: 1, wrong: 0 },
    ],
    problems: { total: 1, results: [{ row: 2, point: 1, faults: { length: 3 } }] },
    lender: { id: lender_id, how: 'sent' },
  });
  await saveMapping(admin, { lender_id, name: 'Daily file', headings, ...mapping });
  const next = await dryRunFile(
    server,
    admin,
    await writeRows(headings, ['L-3', 'Uma', ...home, ...shop]),
  );
  expect(next).toMatchObject({
    lender: { id: lender_id, confidence: 1, how: 'headings' },
    mapping: { how: 'saved', name: 'Daily file', version: 1 },
    counts: { new: 2 },
    rows: [
      { point: 1, visit_type: 'RESIDENCE', portfolio_name: 'HDFC PL', pin_code: '400050' },
      { point: 2, visit_type: 'BUSINESS', portfolio_name: 'HDFC PL', pin_code: '400013' },
    ],
  });
  const other = await dryRunFile(server, admin, await writeRows([...headings, 'Branch'], ...rows));
  expect(other.lender).toMatchObject({ id: lender_id, confidence: 0.9 });
});

// Covers: try-1
test('the problems of a row are in the order of its contact points', async () => {
  const known = await dryRunMapped(await writeRows(headings, ['L-4', 'Uma', ...home, '', '', '']));
  expect((await take(known.upload_id)).statusCode).toBe(200);
  const file = await writeRows(headings, ['L-4', 'Uma', ...home, '2 Mill Lane', '4', '']);
  const { problems } = await dryRunMapped(file);
  expect(problems.results).toMatchObject([
    { point: 1, kind: 'known' },
    { point: 2, kind: 'wrong' },
  ]);
});

// Covers: try-2
test('a mapping is answered with the headings as this file spells them', async () => {
  const { id: lender_id } = await addLenderRow(db);
  const spelt = ['KEY-NO', 'PARTY', 'Branch'];
  const named = (own: string[], more: string[] = []) => ({
    fields: { application_id: { headings: own.slice(0, 1) }, address: { headings: more } },
    second: { applicant_name: { headings: own.slice(1, 2) } },
  });
  const saved = {
    headings: ['Key No', 'Party', 'Branch'],
    ...named(['Key No', 'Party'], ['Gone']),
  };
  await saveMapping(admin, { lender_id, name: 'Daily', ...saved });
  const dryRun = await dryRunFile(server, admin, await writeRows(spelt, ['L-1', 'Asha', 'Pune']));
  expect(dryRun).toMatchObject({
    ...{ mapping: { how: 'saved', ...named(spelt, ['Gone']) }, missing_headings: ['Gone'] },
    unknown_headings: ['Branch'],
  });
});

// Covers: try-3
test('taking in stores what the dry run reported, once, for any admin', async () => {
  const { upload_id } = await dryRunMapped(oneCase);
  const answers = await Promise.all([admin, colleague, admin].map((by) => take(upload_id, by)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({
    ...{ upload_id, counts: { new: 2 }, tried: { new: 2 } },
    summary: { total_records: 2, successful: 2, failed: 0 },
    message: 'The file was taken in. Contact points stored: 2 of 2.',
  });
  expect(await stored()).toMatchObject([
    { application_id: 'L-1', visit_type: 'RESIDENCE', upload_id },
    { application_id: 'L-1', visit_type: 'BUSINESS', upload_id },
  ]);
  expect(await readRows(db, 'tried_uploads', {}, ['upload_id'])).toEqual([]);
  const again = await colleague.post(`bulk/uploads/${upload_id}/try/`, {});
  expect(errorOf(again)).toEqual([409, 'upload_taken']);
  const undone = await admin.post(`bulk/uploads/${upload_id}/undo/`, {});
  expect(undone.json()).toMatchObject({ removed: 2 });
  expect((await take(upload_id)).statusCode).toBe(409);
});

test('a take that is repeated under its key gets the first answer', async () => {
  const { upload_id } = await dryRunMapped(oneCase);
  const headers = { ...admin.headers, 'idempotency-key': `take-in-${upload_id}` };
  const url = `/api/v1/bulk/uploads/${upload_id}/take/`;
  const takeOnce = () => server.app.inject({ method: 'POST', url, headers, payload: {} });
  const first = await takeOnce();
  expect(first.statusCode).toBe(200);
  expect((await takeOnce()).json()).toEqual(first.json());
});

// Covers: fault-66
test('a lost database while taking in leaves only the file, which can then be taken in', async () => {
  const ids = Array.from({ length: 2 * rowsPerPack }, (_, at) => `K-${at}`);
  const { upload_id } = await dryRunFile(server, admin, await writeSpreadsheet(ids));
  let answer: Promise<{ statusCode: number }> | undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await addApplicant(trx, { application_id: ids.at(-1) ?? '', visit_type: 'OFFICE' });
      answer = take(upload_id);
      await expect
        .poll(async () => {
          const { rows } = await sql<{ cut: boolean }>`
          select pg_terminate_backend(pid) as cut from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into applicants%'`.execute(
            db,
          );
          return rows.length;
        })
        .toBe(1);
      throw new Error('undone');
    })
    .catch((error: Error) => expect(error.message).toBe('undone'));
  expect((await answer)?.statusCode).toBe(503);
  expect(await stored()).toEqual([]);
  const { summary } = await takeIn(colleague, upload_id);
  expect(summary.successful).toBe(ids.length);
}, 60_000);

// Covers: try-3
test('opening a file again reads it as it was read last, and another reading is not taken in unseen', async () => {
  const { id: lender_id } = await addLenderRow(db);
  const mine = await repeatDryRun(admin, await dryRunFile(server, admin, oneCase), {
    mapping,
    lender_id,
  });
  const open = () => colleague.post(`bulk/uploads/${mine.upload_id}/try/`, {});
  const opened = await open();
  expect(opened.json()).toMatchObject({
    ...{ revision: mine.revision, counts: { new: 2 }, lender: { id: lender_id, how: 'sent' } },
    mapping: { how: 'sent', fields: mapping.fields },
  });
  const theirs = await repeatDryRun(colleague, mine, { mapping: { ...mapping, second: null } });
  const early = await take(mine.upload_id, admin, { revision: mine.revision });
  expect(errorOf(early)).toEqual([409, 'tried_again']);
  expect(await stored()).toEqual([]);
  // The file can still be read after the mapping and the lender were deleted.
  const saved = await saveMapping(admin, { lender_id, name: 'Mine', headings, ...mapping });
  await repeatDryRun(admin, mine, { mapping_id: saved.id });
  await admin.delete(`mappings/${saved.id}/`);
  await changeRows(db, 'lenders', { id: lender_id }, { deleted_at: new Date() });
  const left = (await open()).json();
  expect(left).toMatchObject({ counts: { new: 2 }, mapping: { how: 'sent', second: {} } });
  expect(left.revision).toBeGreaterThan(theirs.revision);
  const took = await takeIn(admin, mine.upload_id, { revision: left.revision });
  expect(took.summary.successful).toBe(2);
});

// Covers: try-8
test('a dry run names the portfolios of the rows that are not of the lender', async () => {
  const own = await addLenderRow(db);
  const other = await addLenderRow(db);
  const named = async (portfolio: string, lender_id = own.id) => {
    const fields = { ...mapping.fields, portfolio_name: { constant: portfolio } };
    const first = await dryRunFile(server, admin, oneCase);
    return repeatDryRun(admin, first, { mapping: { ...mapping, fields }, lender_id });
  };
  expect(await named(own.portfolio)).toMatchObject({ other_portfolios: [] });
  expect(await named('Misspelt')).toMatchObject({
    other_portfolios: [{ name: 'Misspelt', lender: null }],
  });
  const { other_portfolios, lender } = await named(own.portfolio, other.id);
  expect(lender).toMatchObject({ id: other.id });
  expect(other_portfolios).toEqual([{ name: own.portfolio, lender: own.name }]);
});

// Covers: try-8
test('the lender of the portfolios in the file is proposed', async () => {
  const { id } = await addLenderRow(db, { portfolios: ['Axis'] });
  const { lender } = await dryRunFile(server, admin, await writeSpreadsheet(['P-1', 'P-2']));
  expect(lender).toMatchObject({ id, confidence: 1, how: 'portfolio' });
});

// Covers: try-4
test('taking in compares the file with the current data, and reports the differences', async () => {
  const file = await writeSpreadsheet(['B-1', 'B-2']);
  const { upload_id } = await dryRunFile(server, admin, file);
  await uploadSpreadsheet(server, admin, await writeSpreadsheet(['B-2']));
  expect(await takeIn(admin, upload_id)).toMatchObject({
    ...{ counts: { new: 1, known: 1 }, tried: { new: 2, known: 0 } },
    message:
      'The file was taken in. Contact points stored: 1 of 2. The numbers have changed since the file was tried (new: 2 before, 1 now; known: 0 before, 1 now).',
    problems: { total: 1, results: [{ row: 3, kind: 'known' }] },
  });
  const failed = await admin.get(`bulk/uploads/${upload_id}/failed-rows/`);
  expect(failed.statusCode).toBe(200);
});

// Covers: try-9
test('all rows with a problem can be downloaded before the file is taken in', async () => {
  await uploadSpreadsheet(server, admin, await writeSpreadsheet(['W-1']));
  const many = Array.from({ length: shownOfDryRun.problems + 5 }, () => '');
  const dryRun = await dryRunFile(server, admin, await writeSpreadsheet(['W-1', 'W-2', ...many]));
  expect(dryRun.problems).toMatchObject({
    total: many.length + 1,
    results: { length: shownOfDryRun.problems },
  });
  const download = (by = admin) => by.get(`bulk/uploads/${dryRun.upload_id}/failed-rows/`);
  const { rawPayload } = await download();
  const [headings, first, ...others] = (await readXlsx(rawPayload)).sheets[0]?.rows ?? [];
  expect(headings?.slice(0, 2)).toEqual(['Why not stored', 'application_id']);
  expect(first?.slice(0, 2)).toEqual([expect.stringContaining('is already known'), 'W-1']);
  expect(others.map(([reason]) => reason)).toEqual(
    many.map((_, at) => `Row ${at + 4}: application_id is required`),
  );
  expect((await download(colleague)).statusCode).toBe(403);
  expect((await download(await signIn(server, 'superadmin'))).statusCode).toBe(200);
  expect(await auditOf(db, 'upload', dryRun.upload_id)).toMatchObject([
    { action: 'try' },
    { action: 'download' },
    { action: 'download' },
  ]);
  const good = await dryRunFile(server, admin, await writeSpreadsheet(['W-3']));
  expect((await admin.get(`bulk/uploads/${good.upload_id}/failed-rows/`)).statusCode).toBe(404);
});

// Covers: try-5
test('a decided contact point is offered as another visit', async () => {
  const agent = await signIn(server, 'agent');
  const decideAll = () =>
    changeRows(
      db,
      'applicants',
      { status: 'pending' },
      { status: 'submitted', assigned_agent_id: agent.user.id },
    );
  const first = await dryRunMapped(oneCase);
  await takeIn(admin, first.upload_id);
  await decideAll();
  const again = await dryRunMapped(oneCase);
  expect(again).toMatchObject({
    ...{ counts: { new: 0, known: 0, revisits: 2 }, problems: { total: 0 } },
    rows: [{ state: 'revisit' }, { state: 'revisit' }],
    same_file: { upload_id: first.upload_id },
  });
  const { summary } = await takeIn(admin, again.upload_id, { revisits: true });
  expect(summary).toMatchObject({ successful: 2, failed: 0 });
  // While the revisits are open, the same file adds no applicants.
  const open = await dryRunMapped(oneCase);
  expect(await takeIn(admin, open.upload_id, { revisits: true })).toMatchObject({
    ...{ summary: { successful: 0, failed: 2 }, counts: { known: 2, revisits: 0 } },
  });
  await decideAll();
  const third = await dryRunMapped(oneCase);
  expect(await takeIn(admin, third.upload_id, { revisits: true })).toMatchObject({
    summary: { successful: 2 },
  });
  expect((await stored()).map(({ contact_point }) => contact_point)).toEqual([
    ...['applicant/residence', 'applicant/business'],
    ...['applicant2/residence', 'applicant/business2'],
    ...['applicant3/residence', 'applicant/business3'],
  ]);
  await decideAll();
  const fourth = await dryRunMapped(oneCase);
  expect(await takeIn(admin, fourth.upload_id)).toMatchObject({
    ...{ summary: { successful: 0, failed: 2 }, counts: { revisits: 2 } },
  });
});

// Covers: try-5
test('revisits of a contact point and of its numbered one in the same file get different numbers', async () => {
  const names = 'application_id,applicant_name,address,pin_code,mobile_number';
  const row = ['L-7', 'Asha Rao', ...home, 'HDFC PL'];
  const file = await writeRows(
    [...names.split(','), 'portfolio_name', 'visit_type'],
    [...row, 'OFFICE'],
    [...row, 'OFFICE 2'],
  );
  const take = async () => {
    const { upload_id } = await dryRunFile(server, admin, file);
    return takeIn(admin, upload_id, { revisits: true });
  };
  expect(await take()).toMatchObject({ summary: { successful: 2 } });
  const agent = await signIn(server, 'agent');
  const submitted = { status: 'submitted', assigned_agent_id: agent.user.id } as const;
  await changeRows(db, 'applicants', { application_id: 'L-7' }, submitted);
  expect(await take()).toMatchObject({
    summary: { successful: 2, failed: 0 },
    counts: { revisits: 2 },
  });
  expect((await stored()).map(({ visit_type }) => visit_type)).toEqual([
    ...['OFFICE', 'OFFICE 2', 'OFFICE 3', 'OFFICE 4'],
  ]);
});

// Covers: try-5
test('a contact point that has used all numbers of revisits is reported as known', async () => {
  const file = await writeRows(headings, ['L-99', 'Asha Rao', ...home, ...shop]);
  const agent = await signIn(server, 'agent');
  const submitted = { status: 'submitted', assigned_agent_id: agent.user.id } as const;
  await takeIn(admin, (await dryRunMapped(file)).upload_id);
  for (let n = 2; n <= 99; n += 1) {
    const of = { application_id: 'L-99', ...submitted };
    await addApplicant(db, { ...of, applicant_type: `APPLICANT ${n}`, visit_type: 'RESIDENCE' });
    await addApplicant(db, { ...of, applicant_type: 'APPLICANT', visit_type: `BUSINESS ${n}` });
  }
  await changeRows(db, 'applicants', { application_id: 'L-99' }, submitted);
  const { upload_id } = await dryRunMapped(file);
  expect(await takeIn(admin, upload_id, { revisits: true })).toMatchObject({
    ...{ summary: { successful: 0, failed: 2 }, counts: { known: 0, revisits: 2 } },
  });
});

// Covers: try-6
test('the specified upload uses the only mapping that fits the headings', async () => {
  const { id: lender_id } = await addLenderRow(db);
  const own = headings.map((heading) => `${heading} own`);
  const rename = (source: { headings?: string[] | undefined } = {}) =>
    source.headings ? { headings: source.headings.map((name) => `${name} own`) } : source;
  const renamed = (fields: object) =>
    Object.fromEntries(Object.entries(fields).map(([field, source]) => [field, rename(source)]));
  const owned = { fields: renamed(mapping.fields), second: renamed(mapping.second ?? {}) };
  const file = await writeRows(own, ['L-1', 'Asha', ...home, '2 Mill Lane', '4', '9820098201']);
  expect((await sendSpreadsheet(server, admin.headers, file)).statusCode).toBe(400);
  const draft = { lender_id, headings: own, ...owned };
  const { id } = await saveMapping(admin, { ...draft, name: 'Its own' });
  const used = await uploadSpreadsheet(server, admin, file);
  expect(used).toMatchObject({
    summary: { total_records: 2, successful: 1 },
    failed_records: [{ row: 2, errors: ['Contact point 2: pin_code must have 6 digits'] }],
  });
  const upload = await readRow(db, 'uploads', { id: used.upload_id });
  expect(upload).toMatchObject({ mapping_id: id, mapping_version: 1 });
  const list = await admin.get('bulk/uploads/');
  expect(list.json().results[0].mapping).toEqual({ id, name: 'Its own', version: 1 });

  const failed = await admin.get(`bulk/uploads/${upload.id}/failed-rows/`);
  const repeated = await uploadSpreadsheet(server, admin, failed.rawPayload);
  expect(repeated).toMatchObject({ summary: { total_records: 2, successful: 0 } });

  await saveMapping(admin, { ...draft, name: 'Its twin' });
  expect((await sendSpreadsheet(server, admin.headers, file)).statusCode).toBe(400);
});

// Covers: try-6
test('the specified upload reads a file with only our columns by their names, whatever a mapping says', async () => {
  const { id: lender_id } = await addLenderRow(db);
  const all = uploadColumns.map(({ name }) => name);
  const fields = Object.fromEntries(all.map((name) => [name, { headings: [name] }]));
  await saveMapping(admin, {
    ...{ lender_id, name: 'Template', headings: all, second: null },
    fields: { ...fields, portfolio_name: { constant: 'HDFC PL' } },
  });
  const row = ['D-1', 'Asha', '', 'Axis', '', 'RV', '9820098200', '400050', '1 Hill Road', ''];
  await uploadSpreadsheet(server, admin, await writeRows(all, row));
  expect(await readRow(db, 'applicants', { application_id: 'D-1' })).toMatchObject({
    portfolio_name: 'Axis',
  });
});

// Covers: threat-46
test('a file of a day ago is deleted with its row, and only the newest of an admin are stored', async () => {
  const file = await writeSpreadsheet(['C-1']);
  const { upload_id } = await dryRunFile(server, colleague, file);
  const older = Array.from({ length: serverLimits.dryRunsKept + 3 }, () => ({
    ...{ uploaded_by: admin.user.id, file_sha256: Buffer.alloc(32), taken_at: null },
    ...{ total_records: 0, successful: 0 },
  }));
  await db.insertInto('uploads').values(older).execute();
  await dryRunFile(server, admin, file);
  const ofAdmin = await readRows(db, 'uploads', { uploaded_by: admin.user.id }, ['id']);
  expect(ofAdmin.length).toBe(serverLimits.dryRunsKept);
  const created_at = sql`now() - make_interval(hours => ${triedHours})`;
  await changeRows(db, 'uploads', { id: upload_id }, { created_at });
  expect((await take(upload_id, colleague)).statusCode).toBe(404);
  expect(await deleteOldDryRuns(db)).toBe(1);
  expect(await readRows(db, 'uploads', { id: upload_id }, ['id'])).toEqual([]);
});

test('reads headings and sheets whose names the database must not store', async () => {
  const { id: lender_id } = await addLenderRow(db);
  const long = `Mobile Number (${'x'.repeat(184)}😀)`;
  const bytes = await writeRows(
    ['LOS No', long, 'Tel', 'Tel', 'Tel 2', '2345 6789 0124'],
    ['L-1', '9820098200', '1', '2', '3'],
  );
  const dryRun = await dryRunFile(server, admin, bytes);
  const names = dryRun.headings.map(({ heading }) => heading);
  expect(names.slice(2)).toEqual(['Tel', 'Tel (3)', 'Tel 2', 'XXXX XXXX XXXX']);
  const draft = { fields: { mobile_number: { headings: ['Tel (3)'] } }, second: null };
  await saveMapping(admin, { lender_id, name: 'Long', headings: names, ...draft });
  for (const name of ['A\0', `${'A'.repeat(99)}😀`]) {
    const content = `<document-content><body><spreadsheet><table name="${name.replace('\0', '&#0;')}"><table-row>
      <table-cell value-type="string"><p>LOS No</p></table-cell><table-cell value-type="string"><p>Address</p></table-cell>
      </table-row></table></spreadsheet></body></document-content>`;
    const ods = packZip([
      { name: 'content.xml', content },
      { name: 'META-INF/manifest.xml', content: '<manifest/>' },
    ]);
    const { sheet } = await dryRunFile(server, admin, ods);
    expect(sheet).toBe(sheet.toWellFormed());
  }
  for (const heading of ['A\0', '😀'.slice(1), '__proto__', 'constructor']) {
    const body = { lender_id, name: `Odd ${heading}`, second: null, headings: [heading] };
    const answer = await admin.post('mappings/', {
      ...body,
      fields: { address: { headings: [heading] }, message: { constant: heading } },
    });
    expect([heading, answer.statusCode]).toEqual([heading, heading.includes('\0') ? 400 : 201]);
  }
});

test('reports what is wrong with a file, or with how to read it', async () => {
  const text = await sendDryRun(server, admin, Buffer.from('nothing of the kind'));
  expect([text.statusCode, text.json().message]).toEqual([400, rejections.noFormat]);
  const large = await sendDryRun(server, admin, Buffer.alloc(20_971_521, 'a,b\n'));
  expect(large.statusCode).toBe(413);
  // A spreadsheet has a lower limit, because its compressed content may be many times larger.
  const container = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(limits.uploadMaxBytes)]);
  expect((await sendDryRun(server, admin, container)).statusCode).toBe(413);
  const { upload_id } = await dryRunFile(server, admin, await writeSpreadsheet(['C-1']));
  const [one, other] = [await addLenderRow(db), await addLenderRow(db)];
  const ofOther = await saveMapping(admin, {
    ...{ ...mapping, lender_id: other.id, name: 'Theirs', headings },
  });
  for (const [asked, says] of [
    [{ sheet: 'Other' }, /no visible sheet Other/],
    [{ heading_row: 7 }, /Row 7 is empty or too far down/],
    [{ lender_id: 999_999_999 }, /Choose a lender/],
    [{ mapping_id: 999_999_999 }, /Choose a mapping/],
    [{ lender_id: one.id, mapping_id: ofOther.id }, /This mapping belongs to/],
  ] as const) {
    const answer = await admin.post(`bulk/uploads/${upload_id}/try/`, asked);
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toMatch(says);
  }
});
