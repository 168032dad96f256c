import { randomUUID } from 'node:crypto';
import type { Match } from '@doorstep/contract/applicants/matches';
import { type BulkUploadResult, uploadColumns } from '@doorstep/contract/bulk-upload';
import type { UploadMatches } from '@doorstep/contract/bulk-upload/uploads';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { compareUploads } from '../../features/bulk-upload/matches/compare-uploads.ts';
import { addLenderRow } from '../../testing/lenders.ts';
import { changeRows, readRow } from '../../testing/rows.ts';
import { sendSpreadsheet } from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
const { portfolio } = await addLenderRow(doorstep.db);
const other = await addLenderRow(doorstep.db);
let made = 0;

/** Returns an applicant that differs from all others, except for the given values. */
function rowOf(more: Partial<Record<(typeof uploadColumns)[number]['name'], string>> = {}) {
  const number = (made += 1);
  const word = randomUUID().replace(/[^a-f]/g, '');
  return {
    ...{ application_id: `M-${number}`, applicant_name: `${word} Xavier`, applicant_type: '' },
    ...{ portfolio_name: portfolio, product_type: '', visit_type: 'RESIDENCE', message: '' },
    ...{ mobile_number: String(7_000_000_000 + number), pin_code: String(500_000 + number) },
    ...{ address: `${number} Lake Road` },
    ...more,
  };
}
type Row = ReturnType<typeof rowOf>;

async function upload(rows: Row[]) {
  const names = uploadColumns.map(({ name }) => name);
  const cells = [names, ...rows.map((row) => names.map((name) => row[name]))];
  const file = await writeXlsx({ sheets: [{ name: 'A', rows: cells }] });
  const answer = await sendSpreadsheet(doorstep, admin.headers, file);
  expect(answer.statusCode, answer.body).toBe(200);
  const result = answer.json<BulkUploadResult>();
  expect(result.summary.failed).toBe(0);
  const url = `bulk/uploads/${result.upload_id}/matches/`;
  expect((await admin.get(url)).json()).toEqual({ state: 'comparing', count: 0, results: [] });
  await compareUploads(doorstep.db);
  return (await admin.get(url)).json<UploadMatches>();
}

async function uploadOne(row: Row) {
  await upload([row]);
  const { application_id, visit_type } = row;
  return (await readRow(doorstep.db, 'applicants', { application_id, visit_type })).id;
}

async function matchesOf(id: number) {
  const answer = await admin.get(`applicants/${id}/matches/`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ results: Match[] }>().results;
}

// Covers: matches-1
test("an unknown applicant has no matches, and agents can't read any", async () => {
  const agent = await signIn(doorstep, 'agent');
  const id = await uploadOne(rowOf());
  expect((await agent.get(`applicants/${id}/matches/`)).statusCode).toBe(403);
  expect((await admin.get('applicants/999999/matches/')).statusCode).toBe(404);
  expect(await matchesOf(id)).toEqual([]);
});

// Covers: matches-1
test('the rows of an upload that match an application above or stored are listed', async () => {
  const earlier = rowOf({ mobile_number: '9111111111', address: '4/2 Temple Street, Mylapore' });
  const earlierId = await uploadOne(earlier);
  const { application_id, pin_code, address } = earlier;
  const top = rowOf({ application_id: 'TOP', applicant_name: 'Sita Rao', pin_code });
  const result = await upload([
    top,
    { ...top, visit_type: 'OFFICE' },
    rowOf({ mobile_number: '9111111111', pin_code, address: address.toUpperCase() }),
    rowOf({ applicant_name: 'MRS SITA RAO', pin_code }),
    rowOf(),
  ]);
  expect(result).toMatchObject({
    ...{ state: 'compared', count: 2 },
    results: [
      {
        matches: [
          { because: ['address', 'mobile_number'], applicant: { id: earlierId, application_id } },
        ],
      },
      {
        applicant_name: 'MRS SITA RAO',
        matches: [{ because: ['name'], applicant: { application_id: 'TOP' } }],
      },
    ],
  });
  expect(await matchesOf(earlierId)).toMatchObject([{ because: ['address', 'mobile_number'] }]);
});

// Covers: matches-1
test('the newest matches come first', async () => {
  const mobile_number = '9133333333';
  const older = await uploadOne(rowOf({ mobile_number }));
  const newer = await uploadOne(rowOf({ mobile_number }));
  const id = await uploadOne(rowOf({ mobile_number }));
  const found = await matchesOf(id);
  expect(found.map(({ applicant }) => applicant?.id)).toEqual([newer, older]);
});

// Covers: matches-3
test('an applicant of another lender is not identified, nor one of a portfolio without a lender', async () => {
  const mobile_number = '9222222222';
  const secret = rowOf({ mobile_number, portfolio_name: other.portfolio });
  await uploadOne(secret);
  await uploadOne(rowOf({ mobile_number, portfolio_name: 'Of nobody' }));
  const own = rowOf({ mobile_number });
  const { results } = await upload([own]);
  const told = [{ because: ['mobile_number'] }, { because: ['mobile_number'] }];
  expect(results[0]?.matches).toEqual(told);
  expect(await matchesOf(results[0]?.id ?? 0)).toEqual(told);
});

// Covers: matches-2
test('of an application with several applicants, the one who matches most is named, with only those reasons', async () => {
  const first = rowOf({ applicant_name: 'Ritika Bose' });
  await upload([first, { ...first, applicant_name: 'Subir Bose', applicant_type: 'Co-Applicant' }]);
  const { address, pin_code, mobile_number } = first;
  const id = await uploadOne(rowOf({ applicant_name: 'RITIKA BOSE', address, pin_code }));
  expect(await matchesOf(id)).toMatchObject([
    { because: ['address', 'name'], applicant: { applicant_name: 'Ritika Bose' } },
  ]);
  const other = await uploadOne(rowOf({ mobile_number }));
  expect(await matchesOf(other)).toMatchObject([
    { because: ['mobile_number'], applicant: { applicant_name: 'Subir Bose' } },
  ]);
});

// Covers: matches-3
test('an applicant of a portfolio that has moved to another lender is still the earlier lender’s', async () => {
  const { db } = doorstep;
  const [from, to] = [await addLenderRow(db), await addLenderRow(db)];
  const mobile_number = '9888888888';
  await uploadOne(rowOf({ mobile_number, portfolio_name: from.portfolio }));
  const moved = { portfolio_name: from.portfolio };
  await changeRows(db, 'lender_portfolios', moved, { lender_id: to.id });
  const id = await uploadOne(rowOf({ mobile_number, portfolio_name: to.portfolio }));
  expect(await matchesOf(id)).toEqual([{ because: ['mobile_number'] }]);
});

// Covers: matches-2
test('a similar name counts only with the same pin code, and not within the same application', async () => {
  const first = rowOf({ applicant_name: 'Lakshminarayanan Venkataraman', pin_code: '600004' });
  await upload([
    first,
    rowOf({ ...first, application_id: 'FAR', pin_code: '600005', mobile_number: '9333333331' }),
  ]);
  await upload([{ ...first, visit_type: 'OFFICE' }]);
  const id = await uploadOne(
    rowOf({ applicant_name: 'Laxminarayanan Venkatraman', pin_code: '600004' }),
  );
  expect(await matchesOf(id)).toMatchObject([
    { because: ['similar_name'], applicant: { application_id: first.application_id } },
  ]);
});

// Covers: matches-2
test("deleted applicants don't match, nor those of more than a year before", async () => {
  const mobile_number = '9444444444';
  const old = await uploadOne(rowOf({ mobile_number }));
  const deleted = await uploadOne(rowOf({ mobile_number }));
  await changeRows(doorstep.db, 'applicants', { id: deleted }, { deleted_at: new Date() });
  const created_at = new Date(Date.now() - 364 * 864e5);
  await changeRows(doorstep.db, 'applicants', { id: old }, { created_at });
  const id = await uploadOne(rowOf({ mobile_number }));
  expect(await matchesOf(id)).toHaveLength(1);
  const earlier = new Date(Date.now() - 366 * 864e5);
  await changeRows(doorstep.db, 'applicants', { id: old }, { created_at: earlier });
  expect(await matchesOf(id)).toEqual([]);
});

// Covers: matches-4
test('a number shared by a whole upload costs bounded work', async () => {
  const rows = Array.from({ length: 3_000 }, () => rowOf({ mobile_number: '9555555555' }));
  const { count, results } = await upload(rows);
  expect(count).toBe(2_999);
  expect(results).toHaveLength(100);
  const id = results[99]?.id ?? 0;
  expect((await matchesOf(id)).length).toBeLessThanOrEqual(20);
  const keys = await doorstep.db.selectFrom('applicant_keys').select('applicant_ids').execute();
  expect(Math.max(...keys.map(({ applicant_ids }) => applicant_ids.length))).toBe(20);
});
