import { randomUUID } from 'node:crypto';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import { expect, test } from 'vitest';
import { countTries } from '../../domain/visits/count-tries.ts';
import { readPdf } from '../../testing/reports/pdf-text.ts';
import { generateReport, sendForm } from '../../testing/reports/report-requests.ts';
import { changeRows } from '../../testing/rows.ts';
import { addVerificationRow } from '../../testing/submission.ts';
import { signIn, startSharedApp } from '../../testing/test-app.ts';

const running = await startSharedApp();
const agent = await signIn(running, 'agent', { name: 'Vikram Shah' });
const admin = await signIn(running, 'admin');

interface Recorded {
  outcome: VisitOutcome;
  day: number;
  isFinal?: boolean;
  isHeld?: boolean;
  facts?: Record<string, string>;
}

/**
 * Records a visit on a day in March 2026. The agent arrives at 06:00 UTC, and the server receives the visit
 * at 09:00 UTC. The phone's clock is a minute fast.
 */
async function record(
  applicantId: number,
  { outcome, day, isFinal = true, isHeld = false, facts = {} }: Recorded,
): Promise<string> {
  const id = randomUUID();
  await running.db
    .insertInto('visits')
    .values({
      ...{ id, applicant_id: applicantId, agent_id: agent.user.id, outcome, is_final: isFinal },
      ...{ arrived_at: `2026-03-0${day}T06:01:00Z`, clock_offset_ms: 60_000 },
      ...{ received_at: `2026-03-0${day}T09:00:00Z`, facts: JSON.stringify(facts) },
      request_sha256: Buffer.alloc(32),
      ...(isHeld && { standing: 'held' as const, held_because: 'reassigned' as const }),
    })
    .execute();
  return id;
}

const open = async (id: number) => (await admin.get(`verification_tasks/${id}/`)).json();
const link = async (id: number, visit_id: string, outcome: VisitOutcome) => {
  const { applicant_id } = await running.db
    .updateTable('verifications')
    .set({ visit_id, outcome })
    .where('id', '=', id)
    .returning('applicant_id')
    .executeTakeFirstOrThrow();
  await countTries(running.db, applicant_id);
};
const addVerification = async (applicant_id: number, visit_id: string, outcome: VisitOutcome) => {
  const { id } = await running.db
    .insertInto('verifications')
    .values({
      ...{ applicant_id, agent_id: agent.user.id, visit_id, outcome },
      ...{ overall_observation: 'positive', idempotency_key: randomUUID() },
      request_sha256: Buffer.alloc(32),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const textOf = async ({ application_id }: { application_id: string }) =>
  (await readPdf((await generateReport(admin, application_id)).rawPayload)).text;
const savedForm = async (id: number) =>
  (await admin.get(`verification_tasks/${id}/saved-form/?template_type=residence`)).json();
const addVerified = () => addVerificationRow(running.db, agent.user.id);

// Covers: facts-1, facts-4
test('a report made without a form has the visit’s answers, its outcome and its attempt', async () => {
  const { id, applicant } = await addVerified();
  await record(applicant.id, { outcome: 'unsafe', day: 1, isFinal: false });
  await record(applicant.id, { outcome: 'locked', day: 2, isFinal: false, isHeld: true });
  const facts = { typeOfResidence: 'Row house', agencyDecision: 'POSITIVE' };
  await link(id, await record(applicant.id, { outcome: 'locked', day: 3, facts }), 'locked');

  const visited_at = '2026-03-03T06:00:00.000Z';
  expect(await open(id)).toMatchObject({ outcome: 'locked', tries: 2, visited_at, facts });
  const text = await textOf(applicant);
  expect(text).toContain('Type of Residence Row house');
  expect(text).toContain('Date & Time of Visit Mar 3, 2026');
  expect(text).toContain('Pending Door locked, 2nd attempt');
  expect(text).not.toContain('POSITIVE Recommended');
});

// Covers: facts-7
test('a report made without a form begins its remark with the person met', async () => {
  const { id, applicant } = await addVerified();
  const facts = { person_met: 'Hema Raghavan', relationWithApp: 'Spouse' };
  await link(id, await record(applicant.id, { outcome: 'met', day: 3, facts }), 'met');
  const text = await textOf(applicant);
  expect(text).toContain('Met Hema Raghavan, spouse.');
  expect(text).not.toContain('Pending Met');
  // The person met is only in the remark, not in a field or in the section for answers without a field.
  expect(text).not.toMatch(/Person Met|Other Details/);
});

// Covers: facts-4, facts-5
test('a visit after a finished one counts its attempts from one, and is offered the form saved before', async () => {
  const { id: first, applicant } = await addVerified();
  await record(applicant.id, { outcome: 'locked', day: 1, isFinal: false });
  await link(first, await record(applicant.id, { outcome: 'met', day: 2 }), 'met');
  await sendForm(admin, { applicationRefNo: applicant.application_id, coApp: 'Sunita' });
  const met = await record(applicant.id, { outcome: 'met', day: 3 });
  const second = await addVerification(applicant.id, met, 'met');
  const { id: other } = await addVerified();
  expect(await savedForm(first)).toEqual({ saved: expect.objectContaining({ version: 1 }) });
  expect(await savedForm(second)).toMatchObject({
    saved: null,
    earlier: { version: 1, form: { coApp: 'Sunita' } },
  });
  expect(await savedForm(other)).toEqual({ saved: null });
  expect((await open(first)).tries).toBe(2);
  expect((await open(second)).tries).toBe(1);
});

// Covers: facts-5
test('a visit sent back for a photo keeps its answers if the next one had the same outcome', async () => {
  const { id: first, applicant } = await addVerified();
  const facts = { maritalStatus: 'Married', typeOfResidence: 'Chawl' };
  await link(first, await record(applicant.id, { outcome: 'met', day: 1, facts }), 'met');
  const flat = { typeOfResidence: 'Flat' };
  const again = await record(applicant.id, { outcome: 'met', day: 2, facts: flat });
  const second = await addVerification(applicant.id, again, 'met');
  expect((await open(second)).earlier_answers).toEqual({});

  const sent_back_at = '2026-03-01T12:00:00Z';
  await changeRows(running.db, 'verifications', { id: first }, { sent_back_at });
  expect(await open(second)).toMatchObject({ facts: flat, earlier_answers: facts });
  const text = await textOf(applicant);
  expect(text).toContain('Marital Status Married');
  expect(text).toContain('Type of Residence Flat');

  await link(second, again, 'locked');
  expect((await open(second)).earlier_answers).toEqual({});
});

test('a verification without a recorded visit shows none', async () => {
  const { id, applicant } = await addVerified();
  const answer = await open(id);
  expect(answer).toMatchObject({ outcome: null, tries: 1, visited_at: null, facts: {} });
  expect((await generateReport(admin, applicant.application_id)).statusCode).toBe(200);
});
