import type { RulesApplied } from '@doorstep/contract/lenders';
import type { Transaction } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { Database } from '../../db/schema.ts';
import { addLenderRow, ruleOf } from '../../testing/lenders.ts';
import { readRow, readRows } from '../../testing/rows.ts';
import { writeSpreadsheet } from '../../testing/spreadsheets/spreadsheet-upload.ts';
import { addApplicant, signIn, startSharedApp } from '../../testing/test-app.ts';
import { countLockWaits } from '../../testing/test-database.ts';
import { uploadQueue, uploadSpreadsheet } from '../bulk-upload/bulk-upload-service.ts';
import { setRules } from './lender-store.ts';

const { db, ...doorstep } = await startSharedApp();
const superAdmin = await signIn({ db, ...doorstep }, 'superadmin');
const zone = 'Asia/Kolkata';

test('an upload takes the rules as they are in its transaction, not as they were before', async () => {
  const lender = await addLenderRow(db, { portfolios: ['Axis'] });
  const slower = ruleOf(lender.calendar_id, { minutes: 90 });
  const begin = vi.spyOn(db, 'transaction').mockImplementationOnce((() => ({
    execute: async (work: (trx: Transaction<Database>) => Promise<unknown>) => {
      await setRules(db, lender.id, [slower]);
      return db.transaction().execute(work);
    },
  })) as unknown as typeof db.transaction);
  const bytes = Buffer.from(await writeSpreadsheet(['RACE-1']));
  const actor = { id: superAdmin.user.id, requestId: null, address: null };
  const file = { bytes, fileName: 'race.xlsx' };
  await uploadSpreadsheet(uploadQueue(), db, actor, actor.id, file, zone);
  expect(begin).toHaveBeenCalledTimes(3);
  const [rule] = await readRows(db, 'turnaround_rules', { lender_id: lender.id, ended_at: null }, [
    'id',
  ]);
  const row = await readRow(db, 'applicants', { application_id: 'RACE-1' }, [
    ...(['rule_id', 'due_at', 'created_at'] as const),
  ]);
  expect(row.rule_id).toBe(rule?.id);
  expect(Date.parse(row.due_at ?? '') - Date.parse(row.created_at)).toBe(90 * 60_000);
});

test('another rule with the same time is a change that is shown and applied', async () => {
  const lender = await addLenderRow(db);
  const { id } = await addApplicant(db, { portfolio_name: lender.portfolio, visit_type: 'OFFICE' });
  const apply = async (payload: object) => {
    const answer = await superAdmin.post(`lenders/${lender.id}/apply-rules/`, payload);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<RulesApplied>();
  };
  await apply({ expected_count: 1 });
  const { due_at } = await readRow(db, 'applicants', { id }, ['due_at']);
  await setRules(db, lender.id, [ruleOf(lender.calendar_id, { visit_type: 'OFFICE' })]);
  const moved = { ...{ earlier: 0, later: 0, gained: 0, lost: 0 }, count: 1 };
  expect(await apply({ dry_run: true })).toMatchObject(moved);
  expect(await apply({ expected_count: 1 })).toMatchObject(moved);
  const after = await readRow(db, 'applicants', { id }, ['due_at', 'rule_id']);
  expect(after.due_at).toBe(due_at);
  expect(after.rule_id).not.toBe(lender.ruleId);
  expect(await apply({ dry_run: true })).toMatchObject({ count: 0 });
});

test('applying rules waits for a running change of an open applicant', async () => {
  const lender = await addLenderRow(db, { minutes: 60 });
  const { id } = await addApplicant(db, { portfolio_name: lender.portfolio });
  const apply = () => superAdmin.post(`lenders/${lender.id}/apply-rules/`, { expected_count: 1 });
  expect((await apply()).statusCode).toBe(200);
  const change = await db.startTransaction().execute();
  await change
    .updateTable('applicants')
    .set({ created_at: '2026-03-02T06:00:00.000Z' })
    .where('id', '=', id)
    .execute();
  const applying = apply();
  await expect.poll(() => countLockWaits(db)).toBe(1);
  await change.commit().execute();
  expect((await applying).statusCode).toBe(200);
  const { due_at } = await readRow(db, 'applicants', { id }, ['due_at']);
  expect(due_at).toBe('2026-03-02T07:00:00.000Z');
});
