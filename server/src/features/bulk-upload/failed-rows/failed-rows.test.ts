import type { Upload } from '@doorstep/contract/bulk-upload/uploads';
import { checksByVerhoeff } from '@doorstep/contract/text/aadhaar';
import { type CellObject, read } from '@e965/xlsx';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { changeRows } from '../../../testing/rows.ts';
import { packSheet, textRow } from '../../../testing/spreadsheets/pack-xlsx.ts';
import { uploadSpreadsheet, writeRows } from '../../../testing/spreadsheets/spreadsheet-upload.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { removeOldFailures } from './failed-rows-store.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');

const upload = (bytes: Uint8Array) => uploadSpreadsheet(server, admin, bytes);
const fetchRows = (id: number, by = admin) => by.get(`bulk/uploads/${id}/failed-rows/`);
const readSheet = async (bytes: Buffer) => (await readXlsx(bytes)).sheets[0]?.rows ?? [];
const readFailed = async (id: number) => readSheet((await fetchRows(id)).rawPayload);
const isOffered = async (id: number, by = admin) => {
  const { results } = (await by.get('bulk/uploads/')).json<{ results: Upload[] }>();
  return results.find((upload) => upload.id === id)?.has_failed_rows;
};

const headings = 'Sr. No.,LAN,Customer Name,Bank,FI Type,Mob No,Pincode,Address'.split(',');
const formulas = ['=1+1', '+91', '-1', '@SUM(A1)', "=cmd|' /C calc'!A0", '<b> & "c"'];
let sheets = 0;

function writeSheet(names: readonly string[]): Promise<Uint8Array> {
  sheets += 1;
  const row = (id: string, name: string, pin: string) => [
    ...[1, id, name, '=Axis', 'OFFICE', '09820098200', pin, '  @12 Hill Road\n#2'],
  ];
  const bad = names.map((name, index) => row(`'00${sheets}-${index}`, name, '0400'));
  return writeRows(['Cases'], headings, row(`G-${sheets}`, 'Ritu', '400001'), ...bad);
}

test('the list offers them to those who may download them', async () => {
  const { upload_id } = await upload(await writeSheet(['Asha']));
  for (const [by, status] of [
    [admin, 200],
    [await signIn(server, 'admin'), 403],
    [await signIn(server, 'superadmin'), 200],
  ] as const) {
    expect((await fetchRows(upload_id, by)).statusCode).toBe(status);
    expect(await isOffered(upload_id, by)).toBe(status === 200);
  }
  const none = await upload(await writeSheet([]));
  expect((await fetchRows(none.upload_id)).statusCode).toBe(404);
  expect(await isOffered(none.upload_id)).toBe(false);
});

/** Returns digits in which every twelve consecutive digits are a valid identity number. */
function numbersInNumbers(count: number): string {
  const digits = Array.from('23456789234', Number);
  const checks = (last: number) => checksByVerhoeff([...digits.slice(-11), last]);
  while (digits.length < count) digits.push([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].find(checks) ?? 0);
  return digits.join(' ');
}

// Covers: threat-41
test('returns rows with cells full of identity numbers, without any of the numbers', async () => {
  const numbers = numbersInNumbers(16_000);
  const rows = Array.from({ length: 16 }, (_, at) =>
    textRow([`N-${at}`, 'Asha', 'Axis', 'OFFICE', '9820098200', '04', '1 Road', numbers]),
  );
  const names = 'LAN,Name,Bank,FI Type,Mobile,Pincode,Address,Notes'.split(',');
  const { upload_id, summary } = await upload(packSheet(textRow(names) + rows.join('')));
  expect(summary.failed).toBe(16);
  const written = await readFailed(upload_id);
  expect(written).toHaveLength(17);
  expect(String(written[1]?.at(-1))).toMatch(/^(X ){15000}/);
});

// Covers: threat-31
test('never returns a rejected identity number', async () => {
  const { upload_id, failed_records } = await upload(await writeSheet(['Asha 2345_6789_0124']));
  expect(failed_records[0]?.name).toBe('Asha XXXX_XXXX_XXXX');
  const written = JSON.stringify(await readFailed(upload_id));
  expect(written).toContain('Asha XXXX_XXXX_XXXX');
  expect(written).not.toContain('6789');
});

// Covers: threat-31
test('returns no identity number from an unread column or a heading', async () => {
  const aadhaar = '2345 6789 0124';
  const sheet = await writeRows(
    [...headings, 'Aadhaar No', `KYC ${aadhaar}`],
    // The application number and the mobile number with 91 only look like identity numbers.
    [1, '234567890124', 'Asha', 'Axis', 'OFFICE', '919820098206', '0400', 'x', aadhaar, 'b'],
    [2, 'H-2', 'Ritu', 'Axis', 'OFFICE', aadhaar, '400001', 'y', '', ''],
  );
  const { upload_id, failed_records } = await upload(sheet);
  expect(failed_records.map(({ errors }) => errors)).toEqual([
    ['pin_code must have 6 digits'],
    ['mobile_number must have 10 digits'],
  ]);
  const [heading, first, second] = await readFailed(upload_id);
  expect(heading?.slice(9)).toEqual(['Aadhaar No', 'KYC XXXX XXXX XXXX']);
  expect(first?.slice(9)).toEqual(['XXXX XXXX XXXX', 'b']);
  expect([first?.[2], first?.[6]]).toEqual(['234567890124', '919820098206']);
  expect(second?.[6]).toBe('XXXX XXXX XXXX');
});

test('returns the failed rows as sent, with the reasons; corrected, they are stored', async () => {
  const { upload_id, failed_records } = await upload(await writeSheet(formulas));
  expect(failed_records).toHaveLength(formulas.length);
  const answer = await fetchRows(upload_id);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': `attachment; filename="failed-rows-${upload_id}.xlsx"`,
    'cache-control': 'no-store',
  });
  const [first, ...rows] = await readSheet(answer.rawPayload);
  expect(first).toEqual(['Why not stored', ...headings]);
  expect(rows.map((row) => row[3])).toEqual(formulas);
  expect(rows[0]).toEqual([
    'Row 4: pin_code must have 6 digits',
    ...['1', `'00${sheets}-0`, '=1+1', '=Axis', 'OFFICE', '09820098200', '0400'],
    '@12 Hill Road\n#2',
  ]);
  expect(await auditOf(db, 'upload', upload_id)).toMatchObject([
    { action: 'create' },
    { action: 'download', actor_id: admin.user.id },
  ]);

  // The unchanged file fails again when it is uploaded, and gets only one column of reasons.
  const again = await upload(answer.rawPayload);
  expect(again.failed_records.map(({ errors }) => errors)).toEqual(
    failed_records.map(({ errors }) => errors),
  );
  expect((await readFailed(again.upload_id))[0]).toEqual(['Why not stored', ...headings]);

  const corrected = [first ?? [], ...rows.map((row) => row.with(7, '400001'))];
  const stored = await upload(await writeRows(...corrected));
  expect(stored.summary).toMatchObject({ total_records: formulas.length, failed: 0 });
  const applicants = await db
    .selectFrom('applicants')
    .select(['application_id', 'applicant_name', 'mobile_number'])
    .where('upload_id', '=', stored.upload_id)
    .orderBy('id')
    .execute();
  expect(applicants.map(({ applicant_name }) => applicant_name)).toEqual(formulas);
  expect(applicants[0]).toMatchObject({
    application_id: `00${sheets}-0`,
    mobile_number: '9820098200',
  });
});

test('rows whose application id was taken meanwhile are included', async () => {
  const file = await writeSheet([]);
  await upload(file);
  const { upload_id } = await upload(file);
  const [, row] = await readFailed(upload_id);
  expect(row?.[0]).toMatch(/^Row 3: Application G-\d+ \(APPLICANT, \w+\) is already known$/);
});

test('after a day they are deleted', async () => {
  const { upload_id } = await upload(await writeSheet(['Asha']));
  const keptAt = (hours: number) => {
    const stored_at = new Date(Date.now() - hours * 3_600_000);
    return changeRows(db, 'failed_uploads', { upload_id }, { stored_at });
  };
  await keptAt(23.9);
  expect(await removeOldFailures(db)).toBe(0);
  expect((await fetchRows(upload_id)).statusCode).toBe(200);
  await keptAt(24.1);
  expect((await fetchRows(upload_id)).statusCode).toBe(404);
  expect(await isOffered(upload_id)).toBe(false);
  expect(await removeOldFailures(db)).toBe(1);
});

test('another reader finds no formula and no number in it', async () => {
  const { upload_id } = await upload(await writeSheet(formulas));
  const { Sheets: sheetsByName } = read((await fetchRows(upload_id)).rawPayload, {
    cellFormula: true,
    raw: true,
  });
  const cells = Object.values(sheetsByName).flatMap((sheet) =>
    Object.entries(sheet).filter(([place]) => !place.startsWith('!')),
  ) as [string, CellObject][];
  const texts = cells.map(([, { v }]) => v);
  for (const text of [...formulas, '0400']) expect(texts).toContain(text);
  for (const [place, cell] of cells)
    expect([place, cell.t, cell.f]).toEqual([place, 's', undefined]);
});
