import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recount } from '../../../db/counts/counts.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';

const running = await startSharedApp();
const db = running.db;
const asha = await signIn(running, 'admin', { name: 'Asha Rao' });
const ravi = await signIn(running, 'superadmin', { name: 'Ravi Iyer' });
const agent = await signIn(running, 'agent');

async function post(who: Visitor, path: string, payload: object = {}) {
  const { statusCode, body } = await who.post(path, payload);
  return { status: statusCode, message: body.startsWith('{') ? JSON.parse(body).message : '' };
}
const undo = (who: Visitor, id: number) => post(who, `review/${id}/undo/`);
const decide = (who: Visitor, id: number, decision: string, notes?: string) =>
  post(who, `verification_tasks/${id}/admin-decision/`, { decision, notes });
const makeReport = ({ application_id }: { application_id: string }) =>
  post(asha, 'pdf-generator/generate_pdf/', { application_id });
const tooLate = (reason: string) => ({
  status: 409,
  message: `Undo is not possible: ${reason}.`,
});

const visit = () => addVerificationRow(db, agent.user.id);
const stateOf = (id: number) =>
  db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .select(['v.admin_decision', 'v.decided_by', 'v.decided_at', 'v.decision_notes', 'a.status'])
    .where('v.id', '=', id)
    .executeTakeFirstOrThrow();
const decidedAgo = (id: number, seconds: number) => {
  const decided_at = sql`now() - make_interval(secs => ${seconds})`;
  return changeRows(db, 'verifications', { id }, { decided_at });
};

// Covers: threat-9
test("a missing decision, and a colleague’s, can't be undone", async () => {
  const { id } = await visit();
  expect((await undo(agent, id)).status).toBe(403);
  expect(await undo(asha, id)).toEqual(tooLate('the verification has no decision'));
  await decide(ravi, id, 'positive');
  expect(await undo(asha, id)).toEqual({
    status: 403,
    message: 'Only the admin who decided can undo the decision.',
  });
});

// Covers: review-5
test('within a minute decision, status and counts are restored, and both actions are in the audit', async () => {
  const { id, applicant } = await visit();
  await decide(asha, id, 'negative');
  expect(await stateOf(id)).toMatchObject({ status: 'submitted' });
  await decidedAgo(id, 40);
  expect(await undo(asha, id)).toEqual({
    status: 200,
    message: `The negative decision on ${applicant.applicant_name} was undone.`,
  });
  expect(await stateOf(id)).toEqual({
    ...{ admin_decision: 'pending', decided_by: null, decided_at: null },
    ...{ decision_notes: '', status: 'visited' },
  });
  expect(await recount(db, 'Asia/Kolkata')).toEqual({ applicants: 0, verifications: 0, texts: 0 });
  expect(await auditOf(db, 'verification', id)).toMatchObject([
    { action: 'decide', after: { admin_decision: 'negative' } },
    {
      action: 'undo',
      actor_id: asha.user.id,
      before: { admin_decision: 'negative', decided_by: asha.user.id },
      after: { admin_decision: 'pending', decided_by: null, decided_at: null },
    },
  ]);
  expect(await auditOf(db, 'applicant', applicant.id)).toMatchObject([
    { action: 'decide' },
    { action: 'undo', before: { status: 'submitted' }, after: { status: 'visited' } },
  ]);
  const claim = await readRow(db, 'review_claims', { verification_id: id });
  expect(claim.admin_id).toBe(asha.user.id);
  expect((await undo(asha, id)).status).toBe(409);
});

// Covers: review-5
test('after 61 seconds it is too late', async () => {
  const { id } = await visit();
  await decide(asha, id, 'positive');
  await decidedAgo(id, 61);
  expect(await undo(asha, id)).toEqual(tooLate('more than 60 seconds have passed'));
  expect(await stateOf(id)).toMatchObject({ admin_decision: 'positive', status: 'submitted' });
});

// Covers: review-5
test('undoing a decision that replaced another restores that one', async () => {
  const { id } = await visit();
  await decide(ravi, id, 'positive', 'Met the wife.');
  await decide(asha, id, 'negative', 'The plate names another.');
  expect((await undo(asha, id)).status).toBe(200);
  expect(await stateOf(id)).toMatchObject({
    ...{ admin_decision: 'positive', decision_notes: 'Met the wife.' },
    ...{ decided_by: ravi.user.id, status: 'submitted' },
  });
  // The restored time must be exact to the microsecond, because the applicant's clock is calculated from the
  // exact time in the audit.
  const { rows } = await sql<{
    at: string;
    decided: string;
  }>`select a.at::text, v.decided_at::text as decided
    from verifications v join audit a on a.subject = 'verification' and a.subject_id = v.id and a.action = 'decide'
    where v.id = ${id} order by a.id limit 1`.execute(db);
  expect(rows[0]?.decided).toBe(rows[0]?.at);
  // Ravi's decision counts again, but he can't undo this decision, because it is not the last action.
  expect((await undo(ravi, id)).status).toBe(409);
});

// Covers: review-5
test('an issued report prevents it, and so does anything else that happens to the applicant', async () => {
  const one = await visit();
  await decide(asha, one.id, 'positive');
  expect((await makeReport(one.applicant)).status).toBe(200);
  expect(await undo(asha, one.id)).toEqual(tooLate('a report was made since'));

  const other = await visit();
  await decide(asha, other.id, 'positive');
  await db
    .insertInto('audit')
    .values({ action: 'assign', subject: 'applicant', subject_id: other.applicant.id })
    .execute();
  expect(await undo(asha, other.id)).toEqual(
    tooLate('the applicant or the verification has changed since'),
  );
});

// Covers: review-5
test('a report downloaded again prevents it; one made before does not', async () => {
  const { id, applicant } = await visit();
  await makeReport(applicant);
  await decide(asha, id, 'positive');
  expect((await undo(asha, id)).status).toBe(200);
  await decide(asha, id, 'positive');
  const report = await readRow(db, 'reports', { verification_id: id }, ['id']);
  await asha.get(`reports/${report.id}/file/`);
  const told = await auditOf(db, 'report', report.id);
  expect(told.at(-1)?.action).toBe('download');
  expect((await undo(asha, id)).status).toBe(409);
});
