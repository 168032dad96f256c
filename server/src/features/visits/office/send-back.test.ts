import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { recordVisit } from '../../../domain/visits/record-visit.ts';
import { changeRows, readRow, readRows } from '../../../testing/rows.ts';
import { addApplicant, auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { addCountedVisit, sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';

const server = await startSharedApp();
const { db } = server;
const admin = await signIn(server, 'admin', { name: 'Meera Rao' });
const superAdmin = await signIn(server, 'superadmin');
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });

async function sendBack(id: number, body: Record<string, unknown> = {}, by = admin) {
  const payload = { reasons: ['photo_unclear'], ...body };
  const answer = await by.post(`verification_tasks/${id}/send-back/`, payload);
  return { status: answer.statusCode, body: answer.json() };
}
const decide = (id: number, decision: string) =>
  admin.post(`verification_tasks/${id}/admin-decision/`, { decision });
const read = async (id: number) =>
  (await admin.get(`verification_tasks/${id}`)).json<Verification>();
const applicantRow = (id: number) => readRow(db, 'applicants', { id });
const visited = (by = asha) => addCountedVisit(db, by.user.id);

async function visitAgain(applicantId: number, by = asha): Promise<number> {
  const { verificationId } = await sendVisit(db, visitOf(applicantId, by.user.id));
  if (verificationId === null) throw new Error('The visit did not count');
  return verificationId;
}

test('a reason is needed, and a note for the reason "other"', async () => {
  const { id } = await visited();
  const twice = ['A choice is listed twice.'];
  for (const [body, errors] of [
    [{ reasons: [] }, { reasons: ['Choose a reason.'] }],
    [{ reasons: ['other'] }, { note: ['Write in the note what is wrong.'] }],
    [{ note: 'Aadhaar 2345 6789 0124' }, { note: [expect.stringContaining('Aadhaar')] }],
    [{ photos_wanted: ['sunset'] }, { 'photos_wanted.0': [expect.any(String)] }],
    [{ reasons: Array(2).fill('photo_unclear') }, { reasons: twice }],
    [{ reasons: Array(5_000).fill('photo_unclear') }, { reasons: twice }],
    [{ photos_wanted: Array(2).fill('nameplate') }, { photos_wanted: twice }],
    [{ photos_wanted: Array(5_000).fill('nameplate') }, { photos_wanted: twice }],
  ]) {
    const answer = await sendBack(id, body);
    expect([answer.status, answer.body.errors]).toEqual([400, errors]);
  }
  expect((await read(id)).sent_back).toBeNull();
});

// Covers: sending-back-1
test('the applicant is assigned again to the same agent, and the verification stays in its place', async () => {
  const { id, applicant } = await visited();
  const before = await applicantRow(applicant.id);
  const wanted = {
    ...{ reasons: ['nameplate_missing', 'photo_unclear'], note: 'The plate is blurred' },
    photos_wanted: ['nameplate'],
  };
  expect(await sendBack(id, wanted)).toEqual({
    ...{ status: 200, body: { success: true, message: 'The verification was sent back.' } },
  });
  const row = await applicantRow(applicant.id);
  const again = { status: 'assigned', assigned_agent_id: asha.user.id };
  expect(row).toMatchObject(again);
  expect(row.assignment_version).toBe(before.assignment_version + 1);
  const by = { by: 'Meera Rao', by_id: admin.user.id, at: expect.any(String) };
  expect(await read(id)).toMatchObject({
    admin_decision: 'pending',
    sent_back: { ...by, ...wanted, answered_by: null },
  });
  expect((await auditOf(db, 'verification', id)).at(-1)).toMatchObject({
    ...{ actor_id: admin.user.id, action: 'send_back', after: { reasons: wanted.reasons } },
  });
  const audit = await auditOf(db, 'applicant', applicant.id);
  expect(audit.at(-1)).toMatchObject({
    action: 'send_back',
    before: { status: 'visited', assigned_agent_id: asha.user.id },
    after: again,
  });
  expect(JSON.stringify(audit)).not.toContain('blurred');
});

// Covers: sending-back-2, sending-back-8, review-12
test('the next visit is its answer', async () => {
  const { id, applicant } = await visited();
  await decide(id, 'negative');
  const wanted = { reasons: ['nameplate_missing'], note: 'Blurred', photos_wanted: ['nameplate'] };
  expect((await sendBack(id, wanted)).status).toBe(200);
  expect(await read(id)).toMatchObject({ answers: null, later_verification_id: null });
  const answer = await visitAgain(applicant.id);
  expect(await read(id)).toMatchObject({
    ...{ answers: null, later_verification_id: answer, sent_back: { answered_by: answer } },
  });
  expect(await read(answer)).toMatchObject({
    ...{ sent_back: null, admin_decision: 'pending', later_verification_id: null },
    answers: { verification_id: id, by: 'Meera Rao', at: expect.any(String), ...wanted },
  });
  expect((await applicantRow(applicant.id)).status).toBe('visited');
  expect(await sendBack(id)).toMatchObject({ status: 409, body: { code: 'not_latest' } });
});

// Covers: sending-back-8
test('of several send-backs each visit answers its own, and an unrelated visit answers none', async () => {
  const { id, applicant } = await visited();
  await sendBack(id, { reasons: ['photo_unclear'] });
  const second = await visitAgain(applicant.id);
  await sendBack(second, { reasons: ['neighbour_missing'], agent_id: ravi.user.id });
  const third = await visitAgain(applicant.id, ravi);
  const answers = async (visit: number) => (await read(visit)).answers;
  expect(await answers(second)).toMatchObject({ verification_id: id, reasons: ['photo_unclear'] });
  expect(await answers(third)).toMatchObject({
    ...{ verification_id: second, reasons: ['neighbour_missing'] },
  });
  await admin.patch(`applicants/${applicant.id}/`, { assigned_agent_name: 'Asha Verma' });
  const fourth = await visitAgain(applicant.id);
  expect(await read(fourth)).toMatchObject({ answers: null, later_verification_id: null });
  expect(await read(third)).toMatchObject({ later_verification_id: fourth });
});

// Covers: sending-back-3
test('while sent back, a decision changes only the verification, and the applicant stays with the agent', async () => {
  const { id, applicant } = await visited();
  await sendBack(id);
  expect((await decide(id, 'positive')).statusCode).toBe(200);
  expect((await read(id)).admin_decision).toBe('positive');
  const still = { status: 'assigned', assigned_agent_id: asha.user.id };
  expect(await applicantRow(applicant.id)).toMatchObject(still);
  const detail = `${applicant.applicant_name} is already being visited again.`;
  const refused = { status: 409, body: { code: 'visit_ordered', detail } };
  expect(await sendBack(id)).toMatchObject(refused);
});

// Covers: sending-back-4
test('a named agent is sent instead; this is required if the first one has left', async () => {
  const toRavi = { agent_id: ravi.user.id };
  const other = await visited();
  expect((await sendBack(other.id, toRavi)).status).toBe(200);
  expect((await applicantRow(other.applicant.id)).assigned_agent_id).toBe(ravi.user.id);

  const leaving = await signIn(server, 'agent', { name: 'Gone Agent' });
  const { id, applicant } = await visited(leaving);
  await changeRows(db, 'users', { id: leaving.user.id }, { is_active: false });
  const detail = 'Gone Agent is no longer active. Choose another agent.';
  const refused = { status: 409, body: { code: 'agent_inactive', detail } };
  expect(await sendBack(id)).toMatchObject(refused);
  for (const nobody of [leaving.user.id, admin.user.id, 999_999]) {
    const answer = await sendBack(id, { agent_id: nobody });
    expect(answer.body.detail).toBe('This agent is not active. Choose another agent.');
  }
  expect((await applicantRow(applicant.id)).status).toBe('visited');
  expect((await sendBack(id, toRavi)).status).toBe(200);
});

// Covers: sending-back-5
test('the third time needs another agent or a super admin', async () => {
  const twice = async () => {
    const { id, applicant } = await visited();
    expect((await sendBack(id)).status).toBe(200);
    expect((await sendBack(await visitAgain(applicant.id))).status).toBe(200);
    return { applicant, id: await visitAgain(applicant.id) };
  };
  const { id, applicant } = await twice();
  const detail = `${applicant.applicant_name} was sent back 2 times. Choose another agent, or ask a super admin.`;
  expect(await sendBack(id, { agent_id: asha.user.id })).toMatchObject({
    ...{ status: 409, body: { code: 'third_send_back', detail } },
  });
  expect((await sendBack(id, { agent_id: ravi.user.id })).status).toBe(200);
  expect((await sendBack((await twice()).id, {}, superAdmin)).status).toBe(200);
});

// Covers: dialogs-5
test('a stale updated_at is rejected, the latest is accepted', async () => {
  const { id } = await visited();
  const { updated_at } = await read(id);
  await decide(id, 'positive');
  const stale = { status: 409, body: { code: 'changed_meanwhile' } };
  expect(await sendBack(id, { updated_at })).toMatchObject(stale);
  expect((await sendBack(id, { updated_at: (await read(id)).updated_at })).status).toBe(200);
});

test('of two admins at the same time one sends it back, the other learns that', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await visited();
    const answers = await Promise.all([sendBack(id), sendBack(id, {}, superAdmin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readRows(db, 'send_backs', { verification_id: id }, ['id'])).toHaveLength(1);
  }
});

// Covers: visits-shown-1
test('a verification shows the outcome, and the number of visits since the last final visit', async () => {
  const applicant = await addApplicant(db, { assigned_agent_id: asha.user.id });
  const stand = async (outcome: 'locked' | 'shifted', day: number) => {
    const arrived_at = `2026-03-0${day}T05:00:00Z`;
    const more = { outcome, is_final: outcome === 'shifted', arrived_at };
    return (await sendVisit(db, visitOf(applicant.id, asha.user.id, more))).verificationId ?? 0;
  };
  await stand('locked', 1);
  await stand('locked', 2);
  const first = await stand('shifted', 3);
  expect(await read(first)).toMatchObject({ outcome: 'shifted', tries: 3, photos_expected: 0 });
  await sendBack(first);
  await stand('locked', 4);
  const then = await stand('shifted', 5);
  expect(await read(then)).toMatchObject({ outcome: 'shifted', tries: 2 });
  expect((await read(first)).tries).toBe(3);
  // This attempt was made before the sent-back visit, but the phone sends the attempt only now.
  await stand('locked', 2);
  expect((await read(first)).tries).toBe(4);
  expect((await read(then)).tries).toBe(2);
  const list = (await admin.get('verification_tasks/?fields=list')).json();
  expect(list.results).toContainEqual(
    expect.objectContaining({
      ...{ verification_id: first, tries: 4, outcome: 'shifted' },
      sent_back: expect.objectContaining({ answered_by: then }),
    }),
  );
});

test('a visit that arrives while the earlier verification is being sent back is the latest', async () => {
  const { id, applicant } = await visited();
  const toRavi = { status: 'assigned', assigned_agent_id: ravi.user.id } as const;
  await changeRows(db, 'applicants', { id: applicant.id }, toRavi);
  const answer = await db.transaction().execute(async (trx) => {
    const actor = { id: ravi.user.id, requestId: null, address: null };
    await recordVisit(trx, actor, visitOf(applicant.id, ravi.user.id));
    const sending = sendBack(id);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    return { sending };
  });
  expect(await answer.sending).toMatchObject({ status: 409, body: { code: 'not_latest' } });
  expect((await applicantRow(applicant.id)).status).toBe('visited');
});
