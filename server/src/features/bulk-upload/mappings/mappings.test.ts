import { limits } from '@doorstep/contract/limits';
import { expect, test } from 'vitest';
import { addLenderRow } from '../../../testing/lenders.ts';
import { changeRows, readRows } from '../../../testing/rows.ts';
import { saveMapping } from '../../../testing/spreadsheets/dry-run-requests.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin');

const content = {
  ...{ headings: ['LOS No', 'Cust'], second: null },
  fields: { application_id: { headings: ['LOS No'] }, portfolio_name: { constant: 'HDFC PL' } },
};
const lenderId = async () => (await addLenderRow(db)).id;
const add = (body: object) => admin.post('mappings/', { ...content, ...body });
const put = (path: string, payload: object) =>
  server.app.inject({ method: 'PUT', url: `/api/v1/${path}`, headers: admin.headers, payload });
const list = async (lender_id: number) =>
  (await admin.get(`mappings/?lender_id=${lender_id}`)).json().results;

test('a mapping belongs to a lender that exists, and its name to one mapping of it', async () => {
  const unknown = await add({ lender_id: 999_999_999, name: 'A' });
  expect([unknown.statusCode, unknown.json().errors]).toEqual([
    ...[400, { lender_id: ['Choose a lender'] }],
  ]);
  const lender_id = await lenderId();
  expect((await add({ lender_id, name: 'Daily' })).statusCode).toBe(201);
  const twice = await add({ lender_id, name: 'daily' });
  expect([twice.statusCode, twice.json().errors]).toEqual([
    ...[400, { name: ['Another mapping of this lender has this name'] }],
  ]);
  expect((await add({ lender_id: await lenderId(), name: 'Daily' })).statusCode).toBe(201);
});

test('a field comes from columns or is constant, never both and never neither', async () => {
  const lender_id = await lenderId();
  for (const source of [
    {},
    { headings: [] },
    { constant: ' ' },
    { headings: ['A'], constant: 'B' },
  ]) {
    const answer = await add({ lender_id, name: 'Wrong', fields: { pin_code: source } });
    expect(answer.json().errors).toEqual({ 'fields.pin_code': ['Choose columns or enter a text'] });
  }
  const other = await add({ lender_id, name: 'Wrong', fields: { pan: { constant: 'x' } } });
  expect(other.statusCode).toBe(400);
});

test('each change is the next version, and the audit has both', async () => {
  const lender_id = await lenderId();
  const first = await saveMapping(admin, { lender_id, name: 'Daily', ...content });
  expect(first).toMatchObject({ version: 1, updated_by: admin.user.name, ...content });
  const change = { ...content, name: 'Weekly', second: { visit_type: { constant: 'OV' } } };
  const url = `mappings/${first.id}/`;
  const changed = await put(url, { ...change, updated_at: first.updated_at });
  expect(changed.json()).toMatchObject({ version: 2, name: 'Weekly', second: change.second });
  const late = await put(url, { ...change, updated_at: first.updated_at });
  expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile']);
  expect(await list(lender_id)).toMatchObject([{ id: first.id, version: 2 }]);

  const deleted = await admin.delete(url);
  expect(deleted.json()).toEqual({ success: true, message: 'Weekly was deleted' });
  expect(await list(lender_id)).toEqual([]);
  expect((await admin.delete(url)).statusCode).toBe(404);
  expect((await put(url, change)).statusCode).toBe(404);
  const audit = await auditOf(db, 'mapping', first.id);
  expect(audit.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  expect(audit[1]).toMatchObject({ before: { version: 1 }, after: { version: 2, name: 'Weekly' } });
});

test('a lender has so many mappings at most, and none once it is deleted', async () => {
  const lender_id = await lenderId();
  const rows = Array.from({ length: limits.mappingsPerLender - 1 }, (_, at) => ({
    ...{ lender_id, name: `Mapping ${at}`, updated_by: admin.user.id },
    ...{ fields: '{}', headings: '[]', second: null },
  }));
  await db.insertInto('mappings').values(rows).execute();
  const answers = await Promise.all(['A', 'B'].map((name) => add({ lender_id, name })));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 400]);
  const second = (await admin.get(`mappings/?lender_id=${lender_id}&page=2`)).json();
  expect(second).toMatchObject({ count: limits.mappingsPerLender, next: null });
  expect(second.results.length).toBe(limits.mappingsPerLender - limits.pageSize);
  await changeRows(db, 'lenders', { id: lender_id }, { deleted_at: new Date() });
  expect(await list(lender_id)).toEqual([]);
  expect((await readRows(db, 'mappings', { lender_id }, ['id'])).length).toBe(
    limits.mappingsPerLender,
  );
});
