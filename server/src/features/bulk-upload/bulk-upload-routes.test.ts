import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import { limits } from '@doorstep/contract/limits';
import { beforeEach, expect, test } from 'vitest';
import { changeRows } from '../../testing/rows.ts';
import { collectSpreadsheet } from '../../testing/spreadsheets/read-spreadsheet.ts';
import {
  multipartOf,
  sendSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../testing/test-app.ts';
import { rejections } from './read/spreadsheet-rejected.ts';

const fixtures = new URL('../../../fixtures/', import.meta.url);

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
beforeEach(async () => {
  await doorstep.db.deleteFrom('applicants').execute();
  await doorstep.db.deleteFrom('uploads').execute();
});

const send = (bytes: Uint8Array, headers: Partial<Visitor['headers']> = admin.headers) =>
  sendSpreadsheet(doorstep, headers, bytes);

async function upload(bytes: Uint8Array): Promise<BulkUploadResult> {
  const answer = await send(bytes);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<BulkUploadResult>();
}

const storedIds = async () => {
  const rows = await doorstep.db
    .selectFrom('applicants')
    .select('application_id')
    .orderBy('id')
    .execute();
  return rows.map((row) => row.application_id);
};
const uploads = () => doorstep.db.selectFrom('uploads').selectAll().orderBy('id').execute();

test('rejects a file that is missing, empty, misnamed or no spreadsheet', async () => {
  const file = await writeSpreadsheet(['A-1']);
  for (const [bytes, part] of [
    [file, 'sheet'],
    [new Uint8Array(), 'file'],
  ] as const) {
    const answer = await sendSpreadsheet(doorstep, admin.headers, bytes, part);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      errors: { file: ['Please choose a spreadsheet to upload.'] },
    });
  }
  const json = await admin.post('bulk/bulk-upload/', {});
  expect(json.statusCode).toBe(415);

  const text = await send(Buffer.from('not a spreadsheet'));
  expect(text.statusCode).toBe(400);
  expect(text.json<{ message: string }>().message).not.toBe('');
  expect(await storedIds()).toEqual([]);
  expect(await uploads()).toEqual([]);
});

test('rejects a form with many texts next to the file, which would all be held in memory', async () => {
  const send = async (texts: number) => {
    const form = new FormData();
    for (let number = 0; number < texts; number += 1) form.append(`text${number}`, 'x');
    form.append('file', new Blob([Buffer.from('not a spreadsheet')]), 'applicants.xlsx');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const type = request.headers.get('content-type') ?? '';
    return doorstep.app.inject({
      ...{ method: 'POST', url: '/api/v1/bulk/bulk-upload/' },
      headers: { ...admin.headers, 'content-type': type },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  };
  expect((await send(3)).json().message).toBe(rejections.notSpreadsheet);
  expect((await send(100)).statusCode).toBe(413);
});

// Covers: threat-6
test('stores nothing if the admin was deactivated while the file arrived', async () => {
  const leaving = await signIn(doorstep, 'admin');
  const { payload, headers } = await multipartOf(await writeSpreadsheet(['L-1']));
  async function* arriving() {
    yield payload.subarray(0, 1_000);
    await changeRows(doorstep.db, 'users', { id: leaving.user.id }, { is_active: false });
    yield payload.subarray(1_000);
  }
  const answer = await doorstep.app.inject({
    ...{ method: 'POST', url: '/api/v1/bulk/bulk-upload/' },
    headers: { ...leaving.headers, ...headers, 'content-length': String(payload.length) },
    payload: Readable.from(arriving()),
  });
  expect(answer.statusCode).toBe(401);
  expect([await storedIds(), await uploads()]).toEqual([[], []]);
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

test.each([
  ['applicants-25.xlsx', 2],
  ['applicants-25.xls', 4],
])(
  'stores the good rows of %s, which start in row %i, and reports the others',
  async (name, first) => {
    const { db } = doorstep;
    const { success, message, summary, failed_records } = await upload(
      await readFile(new URL(name, fixtures)),
    );
    expect(success).toBe(true);
    expect(message).toBe('Upload complete: 22 of 25 records stored.');
    expect(summary).toMatchObject({ total_records: 25, successful: 22, failed: 3 });
    expect(Math.abs(Date.parse(summary.timestamp) - Date.now())).toBeLessThan(60_000);
    expect(new Date(summary.timestamp).toISOString()).toBe(summary.timestamp);
    expect(failed_records).toEqual([
      { row: first + 7, name: 'Anjali Deshpande', errors: ['mobile_number must have 10 digits'] },
      { row: first + 14, name: '', errors: ['applicant_name is required'] },
      { row: first + 20, name: expect.any(String), errors: ['pin_code must have 6 digits'] },
    ]);

    const [kept, ...more] = await uploads();
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ uploaded_by: admin.user.id, total_records: 25, successful: 22 });
    const rows = await db.selectFrom('applicants').selectAll().orderBy('id').execute();
    expect(rows).toHaveLength(22);
    expect(rows[0]).toMatchObject({
      applicant_name: 'रमेश कुमार शर्मा',
      visit_type: 'RESIDENCE',
      mobile_number: '9820098200',
      pin_code: '400053',
      status: 'pending',
      assigned_agent_id: null,
      upload_id: kept?.id,
    });
    expect(await auditOf(db, 'upload', kept?.id ?? 0)).toMatchObject([
      {
        actor_id: admin.user.id,
        action: 'create',
        before: null,
        after: {
          total_records: 25,
          successful: 22,
          failed: 3,
          file_sha256: kept?.file_sha256.toString('hex'),
          applicant_ids: [[rows[0]?.id, rows.at(-1)?.id]],
        },
      },
    ]);
  },
);

test('offers a template that it can read itself', async () => {
  const answer = await admin.get('bulk/template/');
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': 'attachment; filename="doorstep-upload-template.xlsx"',
  });
  await expect(collectSpreadsheet(answer.rawPayload)).rejects.toThrow(
    'no rows below its header row',
  );
});
