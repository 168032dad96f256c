import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { lockVerification, setDecision } from './decision-store.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'admin', { name: 'Asha Rao' });
const ravi = await signIn(running, 'superadmin', { name: 'Ravi Iyer' });
const agent = await signIn(running, 'agent');

async function decide(admin: Visitor, id: number, decision?: string, more: object = {}) {
  const url = `verification_tasks/${id}/admin-decision/`;
  const answer = await admin.post(url, { decision, ...more });
  return { status: answer.statusCode, body: answer.json() };
}
const open = async (id: number): Promise<Verification> =>
  (await asha.get(`verification_tasks/${id}`)).json();

const visit = () => addVerificationRow(running.db, agent.user.id);
const decisionOf = (id: number) =>
  readRow(running.db, 'verifications', { id }, ['admin_decision', 'decided_by']);
const statusOf = async (id: number) =>
  (await readRow(running.db, 'applicants', { id }, ['status'])).status;

test('without a decision the answer is the form’s own text', async () => {
  const { id } = await visit();
  for (const decision of [undefined, '', 'pending']) {
    const { status, body } = await decide(asha, id, decision);
    expect([status, body.errors]).toEqual([400, { decision: ['Please select a decision'] }]);
  }
});

test('a decision submits the applicant and is audited', async () => {
  const { id, applicant } = await visit();
  expect(await decide(asha, id, 'positive')).toEqual({
    status: 200,
    body: { success: true, message: 'Decision updated to positive.' },
  });
  expect(await decisionOf(id)).toEqual({ admin_decision: 'positive', decided_by: asha.user.id });
  expect(await statusOf(applicant.id)).toBe('submitted');
  expect(await auditOf(running.db, 'verification', id)).toMatchObject([
    {
      actor_id: asha.user.id,
      action: 'decide',
      before: { admin_decision: 'pending', decided_by: null, decided_at: null },
      after: { admin_decision: 'positive', decided_by: asha.user.id },
    },
  ]);
  expect(await auditOf(running.db, 'applicant', applicant.id)).toMatchObject([
    { action: 'decide', before: { status: 'visited' }, after: { status: 'submitted' } },
  ]);
});

// Covers: deciding-3
test('an admin who overrides another one’s decision is informed; a repeated request changes nothing', async () => {
  const { id } = await visit();
  await decide(asha, id, 'positive');
  await decide(asha, id, 'positive');
  expect((await decide(ravi, id, 'negative')).body.message).toBe(
    'Decision updated to negative. It replaces the positive decision of Asha Rao.',
  );
  expect((await decide(ravi, id, 'positive')).body.message).toBe('Decision updated to positive.');
  expect(await auditOf(running.db, 'verification', id)).toHaveLength(3);
});

test('a decision on an old visit is stored but does not close a new visit', async () => {
  const old = await visit();
  const applicant_id = old.applicant.id;
  const set = (status: 'assigned' | 'visited') =>
    changeRows(running.db, 'applicants', { id: applicant_id }, { status });
  await set('assigned');
  expect((await decide(asha, old.id, 'negative')).status).toBe(200);
  expect(await statusOf(applicant_id)).toBe('assigned');

  const { verificationId } = await sendVisit(running.db, visitOf(applicant_id, agent.user.id));
  await set('visited');
  await decide(asha, old.id, 'positive');
  expect(await decisionOf(old.id)).toMatchObject({ admin_decision: 'positive' });
  expect(await statusOf(applicant_id)).toBe('visited');

  await decide(asha, verificationId ?? 0, 'positive');
  expect(await statusOf(applicant_id)).toBe('submitted');
});

// Covers: threat-23
test('two admins at the same time: one decision after the other, each audited on top of the last', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { id, applicant } = await visit();
    const answers = await Promise.all([decide(asha, id, 'positive'), decide(ravi, id, 'negative')]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);

    const [first, second, ...more] = await auditOf(running.db, 'verification', id);
    expect(more).toEqual([]);
    expect(first?.before).toMatchObject({ admin_decision: 'pending' });
    expect(second?.before).toEqual(first?.after);
    expect(await decisionOf(id)).toMatchObject({
      admin_decision: second?.after?.admin_decision,
      decided_by: second?.actor_id,
    });
    const notified = answers.filter(({ body }) => body.message.includes('It replaces'));
    expect(notified).toHaveLength(1);
    expect(await statusOf(applicant.id)).toBe('submitted');
    expect(await auditOf(running.db, 'applicant', applicant.id)).toHaveLength(1);
  }
});

// Covers: deciding-3
test('an admin who waited for a colleague’s decision and overrides it is told whose it was', async () => {
  const { id } = await visit();
  const deciding = await running.db.startTransaction().execute();
  const made = { decision: 'positive' as const, notes: '', adminId: asha.user.id };
  const actor = { id: asha.user.id, requestId: null, address: null };
  const locked = await lockVerification(deciding, id);
  if (!locked) throw new Error('The verification is missing');
  await setDecision(deciding, actor, locked, made);
  const second = decide(ravi, id, 'negative');
  await expect.poll(() => countLockWaits(running.db)).toBeGreaterThan(0);
  await deciding.commit().execute();
  expect((await second).body.message).toBe(
    'Decision updated to negative. It replaces the positive decision of Asha Rao.',
  );
});

// Covers: dialogs-5
test('a stale updated_at is rejected, the latest is accepted', async () => {
  const { id } = await visit();
  const updated_at = async () => (await open(id)).updated_at;
  const seen = { updated_at: await updated_at() };
  expect((await decide(asha, id, 'positive', seen)).status).toBe(200);

  const stale = await decide(ravi, id, 'negative', seen);
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(stale.body.message).toMatch(
    /^Someone else changed .+ in the meantime\. Please load the record again\.$/,
  );
  expect(await decisionOf(id)).toEqual({ admin_decision: 'positive', decided_by: asha.user.id });
  // A retry after a lost response succeeds, because the decision is already stored.
  expect((await decide(asha, id, 'positive', seen)).status).toBe(200);

  const latest = { updated_at: await updated_at() };
  expect((await decide(ravi, id, 'negative', latest)).status).toBe(200);
});

// Covers: deciding-9
test('an admin’s notes are stored with the decision, until a decision without notes', async () => {
  const { id } = await visit();
  const note = async (decision: string, notes?: string) => {
    expect((await decide(asha, id, decision, { notes })).status).toBe(200);
    return (await open(id)).admin_reviewed_details?.decision_notes;
  };
  expect(await note('positive', '  Called the neighbour. ')).toBe('Called the neighbour.');
  expect(await note('positive', 'Called both neighbours.')).toBe('Called both neighbours.');
  // Repeating the decision without notes keeps the stored notes, because the request may be a retry after a
  // lost response.
  expect(await note('positive')).toBe('Called both neighbours.');
  for (const notes of ['Aadhaar 2345 6789 0124', 'x'.repeat(1001)]) {
    expect((await decide(asha, id, 'positive', { notes })).status).toBe(400);
  }
  expect(await note('negative')).toBe('');
  const rows = await auditOf(running.db, 'verification', id);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('neighbour');
});
