import { readFile } from 'node:fs/promises';
import type { BulkUploadResult } from '@doorstep/contract/bulk-upload';
import { beforeEach, expect, test } from 'vitest';
import { connect, connectSeparately } from '../../db/connection.ts';
import { packZip, textRow, workbookParts } from '../../testing/spreadsheets/pack-xlsx.ts';
import {
  sendSpreadsheet,
  writeSpreadsheet,
} from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { auditOf, signIn, startSharedApp } from '../../testing/test-app.ts';
import { rejections } from './read/spreadsheet-rejected.ts';

const fixtures = new URL('../../../fixtures/', import.meta.url);

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');
beforeEach(async () => {
  // Uses a longer statement timeout, because deleting thousands of rows is slow on a busy machine.
  const separate = connectSeparately(doorstep.db, { statementTimeout: 60_000 });
  await separate.deleteFrom('applicants').execute();
  await separate.deleteFrom('uploads').execute();
  await separate.destroy();
});

const send = (bytes: Uint8Array) => sendSpreadsheet(doorstep, admin.headers, bytes);

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

test('stores nothing of a file that was sent before', async () => {
  const file = await readFile(new URL('applicants-25.xlsx', fixtures));
  await upload(file);
  const before = await storedIds();
  const { summary, failed_records, message, same_file } = await upload(file);
  expect(same_file).toMatchObject({ by: admin.user.name, upload_id: (await uploads())[0]?.id });
  expect(message).toBe('Upload complete: 0 of 25 records stored.');
  expect(summary).toMatchObject({ total_records: 25, successful: 0, failed: 25 });
  expect(failed_records.map(({ row }) => row)).toEqual(Array.from({ length: 25 }, (_, i) => i + 2));
  expect(await storedIds()).toEqual(before);
});

test('reports a contact point that is taken, in the file or in the database', async () => {
  await upload(await writeSpreadsheet(['B-2']));
  const { failed_records } = await upload(await writeSpreadsheet(['C-3', 'B-2', 'A-1', 'C-3']));
  expect(failed_records).toEqual([
    {
      row: 3,
      name: 'Name of B-2',
      errors: ['Application B-2 (APPLICANT, OFFICE) is already known'],
    },
    {
      row: 5,
      name: 'Name of C-3',
      errors: ['Application C-3 (APPLICANT, OFFICE) is already known from row 2'],
    },
  ]);
  expect(await storedIds()).toEqual(['B-2', 'C-3', 'A-1']);
  const [, second] = await uploads();
  // The insert of B-2 used up an id between C-3 and A-1. The audit must not contain that id.
  const made = await doorstep.db
    .selectFrom('applicants')
    .select('id')
    .where('upload_id', '=', second?.id ?? 0)
    .orderBy('id')
    .execute();
  expect(await auditOf(doorstep.db, 'upload', second?.id ?? 0)).toMatchObject([
    { after: { successful: 2, failed: 2, applicant_ids: made.map(({ id }) => [id, id]) } },
  ]);
});

test('accepts an application id again after its applicant was deleted', async () => {
  const file = await writeSpreadsheet(['D-4']);
  await upload(file);
  await doorstep.db.updateTable('applicants').set({ deleted_at: new Date() }).execute();
  expect((await upload(file)).summary.successful).toBe(1);
});

test('stores each row once if overlapping files arrive at the same time, in any order', async () => {
  const ids = Array.from({ length: 500 }, (_, i) => `Z-${(i * 7919) % 500}`);
  const forward = await writeSpreadsheet(ids);
  const backward = await writeSpreadsheet(ids.toReversed());
  // Uploads two files at a time, which is the number that a process reads in parallel.
  const both = () => Promise.all([forward, backward].map(upload));
  const results = [...(await both()), ...(await both())];
  const stored = results.map((result) => result.summary.successful);
  expect(stored.reduce((sum, count) => sum + count)).toBe(500);
  for (const { summary, failed_records } of results) {
    expect(summary.successful + failed_records.length).toBe(500);
    expect(failed_records.every(({ errors }) => errors[0]?.endsWith('is already known'))).toBe(
      true,
    );
  }
  expect(new Set(await storedIds()).size).toBe(500);
  expect((await uploads()).map((kept) => kept.successful).sort()).toEqual(stored.sort());
});

test('stores nothing of a file whose end cannot be read', async () => {
  const row = (id: string) =>
    textRow([id, 'Asha Rao', 'Kaveri', 'OFFICE', '9820098200', '400001', '1 Test Road']);
  const names =
    'application_id applicant_name portfolio_name visit_type mobile_number pin_code address';
  const good = Array.from({ length: 6_000 }, (_, n) => row(`F-${n}`)).join('');
  const rows = `${textRow(names.split(' '))}${good}<row ${'x'.repeat(300_000)}`;
  const answer = await send(packZip(workbookParts([{ rows }])));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message: rejections.damaged });
  expect(await storedIds()).toEqual([]);
  expect(await uploads()).toEqual([]);
});

// Covers: asvs-2
test('stores all of an upload or nothing', async () => {
  const owner = connect({ ...doorstep.owner, max: 1 });
  // The audit row is inserted last. If this insert fails, all earlier changes must be rolled back.
  await owner.schema
    .alterTable('audit')
    .addColumn('spoiler', 'integer', (column) => column.notNull().defaultTo(1))
    .execute();
  await owner.schema
    .alterTable('audit')
    .alterColumn('spoiler', (column) => column.dropDefault())
    .execute();
  try {
    expect((await send(await writeSpreadsheet(['E-5', 'E-6']))).statusCode).toBe(500);
  } finally {
    await owner.schema.alterTable('audit').dropColumn('spoiler').execute();
    await owner.destroy();
  }
  expect(await storedIds()).toEqual([]);
  expect(await uploads()).toEqual([]);
});
