import type { ExportLayout } from '@doorstep/contract/exports/layouts';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { makeExport } from '../../../testing/exports.ts';
import { addLayoutRow, addLenderRow, layoutOf, setDue } from '../../../testing/lenders.ts';
import { changeRows } from '../../../testing/rows.ts';
import { dryRunFile, saveMapping, takeIn } from '../../../testing/spreadsheets/dry-run-requests.ts';
import { sendSpreadsheet } from '../../../testing/spreadsheets/spreadsheet-upload.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';

const running = await startSharedApp();
const { db, app } = running;
const admin = await signIn(running, 'admin');
const superAdmin = await signIn(running, 'superadmin');
const agent = await signIn(running, 'agent');

const change = (id: number, payload: object) =>
  app.inject({
    ...{ method: 'PUT', url: `/api/v1/lenders/${id}/export-layout/`, payload },
    headers: superAdmin.headers,
  });

async function exportAll(wanted: object) {
  const { id, lender } = await makeExport(admin, wanted);
  return { lender, file: (await admin.get(`exports/${id}/file/`)).rawPayload };
}

// Covers: exports-7
test('a layout is set, changed and deleted with conflict checks, and the lender’s history has each step', async () => {
  const { id, name } = await addLenderRow(db);
  const unknown = await change(id, layoutOf(['application_id', 'residence.noSuchField']));
  expect(unknown.statusCode).toBe(400);
  expect(unknown.json()).toMatchObject({
    errors: { 'columns.1.field': ['residence.noSuchField is not a field. Choose another field'] },
  });
  const both = { ...layoutOf([]), columns: [{ heading: 'A', field: 'due', constant: 'x' }] };
  expect((await change(id, both)).statusCode).toBe(400);
  expect((await change(id, layoutOf(['due'], { sheet_name: 'a/b' }))).statusCode).toBe(400);

  const layout = layoutOf(['application_id', 'residence.applicantName']);
  const set = await change(id, layout);
  expect(set.statusCode, set.body).toBe(200);
  const { updated_at, ...stored } = set.json<ExportLayout>();
  expect(stored).toEqual({ lender_id: id, lender: name, ...layout });
  const { results } = (await admin.get('export-layouts/')).json<{ results: ExportLayout[] }>();
  expect(results.filter(({ lender_id }) => lender_id === id)).toEqual([set.json()]);
  const later = { ...layoutOf(['due']), updated_at };
  expect((await change(id, later)).statusCode).toBe(200);
  expect((await change(id, later)).json()).toMatchObject({ code: 'changed_meanwhile' });
  const remove = () => superAdmin.delete(`lenders/${id}/export-layout/`);
  expect((await remove()).statusCode).toBe(200);
  expect((await remove()).statusCode).toBe(404);
  expect((await auditOf(db, 'lender', id)).map(({ action }) => action)).toEqual([
    ...['change_export_layout', 'change_export_layout', 'delete_export_layout'],
  ]);
});

// Covers: exports-8
test('a file in the lender’s columns has their names, order, constants and dates, and only its rows', async () => {
  const { id, name, portfolio, ruleId } = await addLenderRow(db);
  const other = await addLenderRow(db);
  const hostile = { portfolio_name: portfolio, applicant_name: '=1+1' };
  const mine = await addVerificationRow(db, agent.user.id, hostile);
  await addVerificationRow(db, agent.user.id, { portfolio_name: other.portfolio });
  await setDue(db, mine.applicant.id, ruleId);
  const early = new Date('2026-03-06T03:00:00Z');
  const times = {
    ...{ warn_unassigned_at: early, warn_unvisited_at: early, warn_undecided_at: early },
    ...{ received_at: new Date('2026-03-05T04:30:00Z'), due_at: new Date('2026-03-06T04:30:00Z') },
    clock_stopped_at: new Date('2026-03-06T10:00:00Z'),
  };
  await changeRows(db, 'applicants', { id: mine.applicant.id }, times);
  const constant = { heading: 'Agency', field: null, constant: '-Doorstep' };
  const fields = ['hours_late', 'due', 'applicant_name', 'residence.applicantName'];
  const layout = layoutOf(fields, { sheet_name: 'RV BV' });
  await addLayoutRow(db, id, { ...layout, columns: [constant, ...layout.columns] });
  const wanted = { list: 'verifications', lender_id: id } as const;
  const sheet = await exportAll({ ...wanted, format: 'xlsx' });
  expect(sheet.lender).toBe(name);
  const { sheets } = await readXlsx(sheet.file);
  expect(sheets[0]?.name).toBe('RV BV');
  expect(sheets[0]?.rows).toEqual([
    ['Agency', 'Their hours_late', 'Their due', 'Their applicant_name', expect.any(String)],
    ['-Doorstep', 5.5, new Date('2026-03-06T10:00:00Z'), '=1+1', null],
  ]);
  expect((await exportAll({ ...wanted, format: 'xlsx' })).file).toEqual(sheet.file);
  const csv = await exportAll({ ...wanted, format: 'csv' });
  expect(csv.file.toString()).toContain(`\r\n'-Doorstep,5.5,06-Mar-2026,'=1+1,\r\n`);

  for (const [more, problem] of [
    [{ lender_id: other.id }, 'This lender has no export columns'],
    [{ query: `lender=${other.id}` }, 'The list is filtered by another lender'],
  ] as const) {
    const rejected = await admin.post('exports/', { ...wanted, format: 'csv', ...more });
    expect(rejected.json().errors).toEqual({ lender_id: [problem] });
  }
});

// Covers: exports-2
test('a file in a lender’s columns that is uploaded again stores nothing', async () => {
  const { id, portfolio } = await addLenderRow(db);
  await addApplicant(db, { portfolio_name: portfolio, applicant_name: '+Asha' });
  const headings = {
    ...{ application_id: 'LOS No', applicant_name: 'Customer Name', visit_type: 'visit_type' },
    ...{ portfolio_name: 'portfolio_name', mobile_number: 'mobile_number', pin_code: 'pin_code' },
    ...{ address: 'address', applicant_type: 'applicant_type' },
  };
  const columns = Object.entries(headings).map(([field, heading]) => ({
    ...{ heading, field, constant: null },
  }));
  await addLayoutRow(db, id, { ...layoutOf([]), columns });
  const { file } = await exportAll({ list: 'applicants', format: 'xlsx', lender_id: id });
  const again = await sendSpreadsheet(running, admin.headers, file);
  expect(again.json()).toMatchObject({ summary: { successful: 0, failed: 1 } });
});

// Covers: exports-8
test('a lender’s file that comes back is recognised by its mapping, and changes nothing', async () => {
  const { id, portfolio } = await addLenderRow(db);
  for (const applicant_name of ['=1+1', '-Sunita', 'अनिल']) {
    await addApplicant(db, { portfolio_name: portfolio, applicant_name });
  }
  const fields = [
    ...(['application_id', 'applicant_name', 'applicant_type', 'portfolio_name'] as const),
    ...(['product_type', 'visit_type', 'mobile_number', 'pin_code', 'address'] as const),
  ];
  const layout = layoutOf(fields);
  await addLayoutRow(db, id, layout);
  const headings = layout.columns.map(({ heading }) => heading);
  await saveMapping(superAdmin, {
    ...{ lender_id: id, name: 'MIS', headings, second: null },
    fields: Object.fromEntries(fields.map((field) => [field, { headings: [`Their ${field}`] }])),
  });
  const applicants = () => db.selectFrom('applicants').selectAll().orderBy('id').execute();
  const before = await applicants();
  for (const format of ['xlsx', 'csv'] as const) {
    const { file } = await exportAll({ list: 'applicants', lender_id: id, format });
    const dryRun = await dryRunFile(running, admin, file);
    expect(dryRun.lender).toMatchObject({ id, how: 'headings' });
    expect(dryRun.counts).toEqual({ new: 0, known: 3, revisits: 0, wrong: 0 });
    await takeIn(admin, dryRun.upload_id);
  }
  expect(await applicants()).toEqual(before);
});
