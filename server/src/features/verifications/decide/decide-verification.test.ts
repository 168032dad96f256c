import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import { auditOf, signIn, startSharedApp, type Visitor } from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { lockVerification, setDecision } from './decision-store.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'admin', { name: 'Asha Rao' });
const ravi = await signIn(running, 'superadmin', { name: 'Ravi Iyer' });
const agent = await signIn(running, 'agent');

async function decide(admin: Visitor, id: number | string, decision: unknown, updated_at?: string) {
  const answer = await admin.post(`verification_tasks/${id}/admin-decision/`, {
    decision,
    updated_at,
  });
  return { status: answer.statusCode, body: answer.json() };
}

const visit = () => addVerificationRow(running.db, agent.user.id);
const decisionOf = (id: number) =>
  readRow(running.db, 'verifications', { id }, ['admin_decision', 'decided_by']);
const statusOf = async (id: number) =>
  (await readRow(running.db, 'applicants', { id }, ['status'])).status;

test('deciding an unknown verification is a 404', async () => {
  expect((await decide(asha, 999_999, 'positive')).status).toBe(404);
});

test('without a decision the answer is the form’s own text', async () => {
  const { id } = await visit();
  for (const decision of [undefined, '', 'pending']) {
    expect(await decide(asha, id, decision)).toMatchObject({
      status: 400,
      body: { errors: { decision: ['Please select a decision'] } },
    });
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
  const set = (status: 'assigned' | 'visited') =>
    changeRows(running.db, 'applicants', { id: old.applicant.id }, { status });
  await set('assigned');
  expect((await decide(asha, old.id, 'negative')).status).toBe(200);
  expect(await statusOf(old.applicant.id)).toBe('assigned');

  const { id: newer } = await running.db
    .insertInto('verifications')
    .values({
      applicant_id: old.applicant.id,
      agent_id: agent.user.id,
      overall_observation: 'positive',
      idempotency_key: 'second visit',
      request_sha256: Buffer.alloc(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await set('visited');
  await decide(asha, old.id, 'positive');
  expect(await decisionOf(old.id)).toMatchObject({ admin_decision: 'positive' });
  expect(await statusOf(old.applicant.id)).toBe('visited');

  await decide(asha, newer, 'positive');
  expect(await statusOf(old.applicant.id)).toBe('submitted');
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
  const read = async (): Promise<string> => {
    const url = `/api/v1/verification_tasks/${id}`;
    const answer = await asha.get(url);
    return answer.json().updated_at;
  };
  const seen = await read();
  expect((await decide(asha, id, 'positive', seen)).status).toBe(200);

  const stale = await decide(ravi, id, 'negative', seen);
  expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
  expect(stale.body.message).toMatch(
    /^Someone else changed .+ in the meantime\. Please load the record again\.$/,
  );
  expect(await decisionOf(id)).toEqual({ admin_decision: 'positive', decided_by: asha.user.id });
  // A retry after a lost response succeeds, because the decision is already stored.
  expect((await decide(asha, id, 'positive', seen)).status).toBe(200);

  expect((await decide(ravi, id, 'negative', await read())).status).toBe(200);
});

// Covers: deciding-9
test('an admin’s notes are stored with the decision, until a decision without notes', async () => {
  const { id } = await visit();
  const note = async (decision: string, notes?: string) => {
    const answer = await asha.post(`verification_tasks/${id}/admin-decision/`, { decision, notes });
    const url = `/api/v1/verification_tasks/${id}`;
    const read = await asha.get(url);
    return {
      status: answer.statusCode,
      notes: read.json<Verification>().admin_reviewed_details?.decision_notes,
    };
  };
  expect(await note('positive', '  Called the neighbour. ')).toEqual({
    status: 200,
    notes: 'Called the neighbour.',
  });
  expect(await note('positive', 'Called both neighbours.')).toMatchObject({
    notes: 'Called both neighbours.',
  });
  // The same decision without notes keeps the stored notes, as in a retry after a lost response.
  expect(await note('positive')).toMatchObject({ notes: 'Called both neighbours.' });
  expect((await note('positive', 'Aadhaar 2345 6789 0124')).status).toBe(400);
  expect((await note('positive', 'x'.repeat(1001))).status).toBe(400);
  expect(await note('negative')).toMatchObject({ notes: '' });
  const rows = await auditOf(running.db, 'verification', id);
  expect(rows).toHaveLength(3);
  expect(JSON.stringify(rows)).not.toContain('neighbour');
});
