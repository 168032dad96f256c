import { beforeEach, expect, test } from 'vitest';
import { connect } from '../../db/connection.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { packSheet, textRow } from '../../testing/spreadsheets/pack-xlsx.ts';
import {
  deleteUploads,
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

const send = (bytes: Uint8Array) => sendSpreadsheet(server, admin.headers, bytes);
const upload = (bytes: Uint8Array) => uploadSpreadsheet(server, admin, bytes);
const storedIds = async () =>
  (await storedApplicants(server)).map(({ application_id }) => application_id);
const uploads = () => readRows(db, 'uploads', {});
const expectNothingStored = async () =>
  expect([await storedIds(), await uploads()]).toEqual([[], []]);

test('stores nothing of a file that was sent before', async () => {
  const file = await writeSpreadsheet(['A-1', 'A-2']);
  const { upload_id } = await upload(file);
  const { summary, failed_records, message, same_file } = await upload(file);
  expect(same_file).toMatchObject({ by: admin.user.name, upload_id });
  expect(message).toBe('Upload complete: 0 of 2 records stored.');
  expect(summary).toMatchObject({ total_records: 2, successful: 0, failed: 2 });
  expect(failed_records.map(({ row }) => row)).toEqual([2, 3]);
  expect(await storedIds()).toEqual(['A-1', 'A-2']);
});

test('reports a contact point that is taken, in the file or in the database', async () => {
  await upload(await writeSpreadsheet(['B-2']));
  const ids = ['C-3', 'B-2', 'A-1', 'C-3'];
  const { failed_records, upload_id } = await upload(await writeSpreadsheet(ids));
  const known = 'is already known';
  expect(failed_records).toEqual([
    { row: 3, name: 'Name of B-2', errors: [`Application B-2 (APPLICANT, OFFICE) ${known}`] },
    {
      row: 5,
      name: 'Name of C-3',
      errors: [`Application C-3 (APPLICANT, OFFICE) ${known} from row 2`],
    },
  ]);
  expect(await storedIds()).toEqual(['B-2', 'C-3', 'A-1']);
  // The rejected insert of B-2 used up an id between those of C-3 and A-1. The audit must not list that id.
  const [, ...made] = await storedApplicants(server);
  expect(await auditOf(db, 'upload', upload_id)).toMatchObject([
    { after: { successful: 2, failed: 2, applicant_ids: made.map(({ id }) => [id, id]) } },
  ]);
});

test('accepts an application id again after its applicant was deleted', async () => {
  const file = await writeSpreadsheet(['D-4']);
  await upload(file);
  await changeRows(db, 'applicants', {}, { deleted_at: new Date() });
  expect((await upload(file)).summary.successful).toBe(1);
});

test('stores each row once if overlapping files arrive at the same time, in any order', async () => {
  const ids = Array.from({ length: 500 }, (_, i) => `Z-${(i * 7919) % 500}`);
  const forward = await writeSpreadsheet(ids);
  const backward = await writeSpreadsheet(ids.toReversed());
  // Uploads two files at a time, because a process reads at most two files in parallel.
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
  const answer = await send(packSheet(rows));
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ message: rejections.damaged });
  await expectNothingStored();
});

// Covers: asvs-2
test('stores all of an upload or nothing', async () => {
  const owner = connect({ ...server.owner, max: 1 });
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
  await expectNothingStored();
});
