import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { limits } from '@doorstep/contract/limits';
import { beforeEach, expect, test } from 'vitest';
import { changeRows, readRow, readRows } from '../../testing/rows.ts';
import {
  deleteUploads,
  multipartOf,
  sendSpreadsheet,
  storedApplicants,
  uploadSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';
import { rejections } from './read/spreadsheet-rejected.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');
beforeEach(() => deleteUploads(server));

const send = (bytes: Uint8Array, part?: string, texts?: Record<string, string>) =>
  sendSpreadsheet(server, admin.headers, bytes, part, texts);
const expectNothingStored = async () =>
  expect([await storedApplicants(server), await readRows(db, 'uploads', {})]).toEqual([[], []]);

test('rejects a file that is missing, empty, misnamed or no spreadsheet', async () => {
  const file = await writeSpreadsheet(['A-1']);
  for (const answer of [await send(file, 'sheet'), await send(new Uint8Array())]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: { file: ['Please choose a spreadsheet to upload.'] },
    });
  }
  const text = await send(Buffer.from('not a spreadsheet'));
  expect([text.statusCode, text.json().message]).toEqual([400, rejections.notSpreadsheet]);
  await expectNothingStored();
});

test('rejects a form with many texts next to the file, which would all be held in memory', async () => {
  const sendWith = (count: number) => {
    const texts = Array.from({ length: count }, (_, at) => [`text${at}`, 'x']);
    return send(Buffer.from('not a spreadsheet'), 'file', Object.fromEntries(texts));
  };
  expect((await sendWith(3)).json().message).toBe(rejections.notSpreadsheet);
  expect((await sendWith(100)).statusCode).toBe(413);
});

// Covers: threat-6
test('stores nothing if the admin was deactivated while the file arrived', async () => {
  const leaving = await signIn(server, 'admin');
  const { payload, headers } = await multipartOf(await writeSpreadsheet(['L-1']));
  async function* arriving() {
    yield payload.subarray(0, 1_000);
    await changeRows(db, 'users', { id: leaving.user.id }, { is_active: false });
    yield payload.subarray(1_000);
  }
  const answer = await server.app.inject({
    ...{ method: 'POST', url: '/api/v1/bulk/bulk-upload/' },
    headers: { ...leaving.headers, ...headers, 'content-length': String(payload.length) },
    payload: Readable.from(arriving()),
  });
  expect(answer.statusCode).toBe(401);
  await expectNothingStored();
});

test('rejects more than 5 MB and reports the size; accepts exactly 5 MB', async () => {
  const tooLarge = await send(Buffer.alloc(6_000_000));
  expect(tooLarge.statusCode).toBe(413);
  expect(tooLarge.json()).toMatchObject({
    message: 'File size exceeds the maximum limit of 5MB. Your file is 5.72MB',
  });
  expect((await send(Buffer.alloc(limits.uploadMaxBytes + 1))).statusCode).toBe(413);
  // A file of the maximum size is read, and rejected because it contains only zeros.
  expect((await send(Buffer.alloc(limits.uploadMaxBytes))).statusCode).toBe(400);
});

// This test reads an .xls file. `read-rows.test.ts` tests .xls and .xlsx.
test('stores the good rows of a file, and reports the others', async () => {
  const file = await readFile(new URL('../../../fixtures/applicants-25.xls', import.meta.url));
  const answer = await uploadSpreadsheet(server, admin, file);
  const { success, message, summary, failed_records, upload_id } = answer;
  expect({ success, message }).toEqual({
    ...{ success: true, message: 'Upload complete: 22 of 25 records stored.' },
  });
  expect(summary).toMatchObject({ total_records: 25, successful: 22, failed: 3 });
  expect(Math.abs(Date.parse(summary.timestamp) - Date.now())).toBeLessThan(60_000);
  expect(new Date(summary.timestamp).toISOString()).toBe(summary.timestamp);
  expect(failed_records).toEqual([
    { row: 11, name: 'Anjali Deshpande', errors: ['mobile_number must have 10 digits'] },
    { row: 18, name: '', errors: ['applicant_name is required'] },
    { row: 24, name: 'Bhavna Trivedi', errors: ['pin_code must have 6 digits'] },
  ]);

  const { file_sha256, ...kept } = await readRow(db, 'uploads', {});
  expect(kept).toMatchObject({ id: upload_id, uploaded_by: admin.user.id, successful: 22 });
  const stored = await storedApplicants(server);
  expect(stored).toHaveLength(22);
  expect(await readRow(db, 'applicants', { id: stored[0]?.id ?? 0 })).toMatchObject({
    applicant_name: 'रमेश कुमार शर्मा',
    visit_type: 'RESIDENCE',
    mobile_number: '9820098200',
    pin_code: '400053',
    status: 'pending',
    assigned_agent_id: null,
    upload_id,
  });
  expect(await auditOf(db, 'upload', upload_id)).toMatchObject([
    {
      ...{ actor_id: admin.user.id, action: 'create', before: null },
      after: {
        ...{ total_records: 25, successful: 22, failed: 3 },
        file_sha256: file_sha256.toString('hex'),
        applicant_ids: [[stored[0]?.id, stored.at(-1)?.id]],
      },
    },
  ]);
});

test('offers a template', async () => {
  const answer = await admin.get('bulk/template/');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="doorstep-upload-template.xlsx"',
  });
});
