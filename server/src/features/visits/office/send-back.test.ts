import type { Verification } from '@doorstep/contract/verifications';
import { expect, test } from 'vitest';
import { recordVisit } from '../../../domain/visits/record-visit.ts';
import { changeRows, readRows } from '../../../testing/rows.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';

const server = await startSharedApp();
const admin = await signIn(server, 'admin', { name: 'Meera Rao' });
const superAdmin = await signIn(server, 'superadmin');
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });

async function sendBack(
  id: number | string,
  body: Record<string, unknown> = {},
  by: Partial<Visitor> = admin,
) {
  const answer = await server.app.inject({
    method: 'POST',
    url: `/api/v1/verification_tasks/${id}/send-back/`,
    headers: by.headers ?? {},
    payload: { reasons: ['photo_unclear'], ...body },
  });
  return { status: answer.statusCode, body: answer.json() };
}

const decide = (id: number, decision: string) =>
  admin.post(`verification_tasks/${id}/admin-decision/`, { decision });

async function read(id: number): Promise<Verification> {
  const url = `/api/v1/verification_tasks/${id}`;
  return (await admin.get(url)).json();
}

const applicantRow = (id: number) =>
  server.db.selectFrom('applicants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

async function visit(applicantId: number, agent: { id: number }): Promise<number> {
  const { verificationId } = await sendVisit(server.db, visitOf(applicantId, agent.id));
  if (verificationId === null) throw new Error('The visit did not count');
  return verificationId;
}

async function visited(agent: { id: number } = asha.user) {
  const applicant = await addApplicant(server.db, { assigned_agent_id: agent.id });
  return { applicant, id: await visit(applicant.id, agent) };
}

test('a verification that does not exist is a 404', async () => {
  expect((await sendBack(999_999_999)).status).toBe(404);
});

test('a reason is needed, and a note for the reason "other"', async () => {
  const { id } = await visited();
  expect((await sendBack(id, { reasons: [] })).body.errors).toEqual({
    reasons: ['Choose a reason.'],
  });
  expect((await sendBack(id, { reasons: ['other'] })).body.errors).toEqual({
    note: ['Write in the note what is wrong.'],
  });
  expect((await sendBack(id, { note: 'Aadhaar 2345 6789 0124' })).status).toBe(400);
  expect((await sendBack(id, { photos_wanted: ['sunset'] })).status).toBe(400);
  for (const times of [2, 5_000]) {
    for (const name of ['reasons', 'photos_wanted'] as const) {
      const one = name === 'reasons' ? 'photo_unclear' : 'nameplate';
      const twice = await sendBack(id, { [name]: Array(times).fill(one) });
      expect([twice.status, twice.body.errors]).toEqual([
        400,
        { [name]: ['A choice is listed twice.'] },
      ]);
    }
  }
  expect((await read(id)).sent_back).toBeNull();
});

// Covers: sending-back-1
test('the applicant is assigned again to the same agent, and the verification stays in its place', async () => {
  const { id, applicant } = await visited();
  const before = await applicantRow(applicant.id);
  expect(
    await sendBack(id, {
      reasons: ['nameplate_missing', 'photo_unclear'],
      note: 'The plate is blurred',
      photos_wanted: ['nameplate'],
    }),
  ).toEqual({ status: 200, body: { success: true, message: 'The verification was sent back.' } });
  const row = await applicantRow(applicant.id);
  expect(row).toMatchObject({ status: 'assigned', assigned_agent_id: asha.user.id });
  expect(row.assignment_version).toBe(before.assignment_version + 1);
  expect(await read(id)).toMatchObject({
    admin_decision: 'pending',
    sent_back: {
      at: expect.any(String),
      by: 'Meera Rao',
      by_id: admin.user.id,
      reasons: ['nameplate_missing', 'photo_unclear'],
      note: 'The plate is blurred',
      photos_wanted: ['nameplate'],
      answered_by: null,
    },
  });
  expect((await auditOf(server.db, 'verification', id)).at(-1)).toMatchObject({
    actor_id: admin.user.id,
    action: 'send_back',
    after: { reasons: ['nameplate_missing', 'photo_unclear'] },
  });
  const audit = await auditOf(server.db, 'applicant', applicant.id);
  expect(audit.at(-1)).toMatchObject({
    action: 'send_back',
    before: { status: 'visited', assigned_agent_id: asha.user.id },
    after: { status: 'assigned', assigned_agent_id: asha.user.id },
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
  const answer = await visit(applicant.id, asha.user);
  expect((await read(id)).sent_back).toMatchObject({ answered_by: answer });
  expect(await read(answer)).toMatchObject({ sent_back: null, admin_decision: 'pending' });
  expect(await read(answer)).toMatchObject({
    answers: { verification_id: id, by: 'Meera Rao', at: expect.any(String), ...wanted },
    later_verification_id: null,
  });
  expect(await read(id)).toMatchObject({ answers: null, later_verification_id: answer });
  expect((await applicantRow(applicant.id)).status).toBe('visited');
  expect(await sendBack(id)).toMatchObject({ status: 409, body: { code: 'not_latest' } });
});

// Covers: sending-back-8
test('of several send-backs each visit answers its own, and an unrelated visit answers none', async () => {
  const { id, applicant } = await visited();
  await sendBack(id, { reasons: ['photo_unclear'] });
  const second = await visit(applicant.id, asha.user);
  await sendBack(second, { reasons: ['neighbour_missing'], agent_id: ravi.user.id });
  const third = await visit(applicant.id, ravi.user);
  expect((await read(second)).answers).toMatchObject({
    verification_id: id,
    reasons: ['photo_unclear'],
  });
  expect((await read(third)).answers).toMatchObject({
    verification_id: second,
    reasons: ['neighbour_missing'],
  });
  await admin.patch(`applicants/${applicant.id}/`, { assigned_agent_name: 'Asha Verma' });
  const fourth = await visit(applicant.id, asha.user);
  expect(await read(fourth)).toMatchObject({ answers: null, later_verification_id: null });
  expect(await read(third)).toMatchObject({ later_verification_id: fourth });
});

// Covers: sending-back-3
test('while sent back, a decision changes only the verification, and the applicant stays with the agent', async () => {
  const { id, applicant } = await visited();
  await sendBack(id);
  expect((await decide(id, 'positive')).statusCode).toBe(200);
  expect((await read(id)).admin_decision).toBe('positive');
  expect(await applicantRow(applicant.id)).toMatchObject({
    status: 'assigned',
    assigned_agent_id: asha.user.id,
  });
  expect(await sendBack(id)).toMatchObject({
    status: 409,
    body: {
      code: 'visit_ordered',
      detail: `${applicant.applicant_name} is already being visited again.`,
    },
  });
});

// Covers: sending-back-4
test('a named agent is sent instead; this is required if the first one has left', async () => {
  const other = await visited();
  expect((await sendBack(other.id, { agent_id: ravi.user.id })).status).toBe(200);
  expect((await applicantRow(other.applicant.id)).assigned_agent_id).toBe(ravi.user.id);

  const leaving = await addUser(server.db, 'agent', { name: 'Gone Agent' });
  const { id, applicant } = await visited(leaving);
  await changeRows(server.db, 'users', { id: leaving.id }, { is_active: false });
  expect(await sendBack(id)).toMatchObject({
    status: 409,
    body: {
      code: 'agent_inactive',
      detail: 'Gone Agent is no longer active. Choose another agent.',
    },
  });
  for (const nobody of [leaving.id, admin.user.id, 999_999]) {
    const answer = await sendBack(id, { agent_id: nobody });
    expect(answer.body.detail).toBe('This agent is not active. Choose another agent.');
  }
  expect((await applicantRow(applicant.id)).status).toBe('visited');
  expect((await sendBack(id, { agent_id: ravi.user.id })).status).toBe(200);
});

// Covers: sending-back-5
test('the third time needs another agent or a super admin', async () => {
  const twice = async () => {
    const { id, applicant } = await visited();
    expect((await sendBack(id)).status).toBe(200);
    expect((await sendBack(await visit(applicant.id, asha.user))).status).toBe(200);
    return { applicant, id: await visit(applicant.id, asha.user) };
  };
  const { id, applicant } = await twice();
  expect(await sendBack(id, { agent_id: asha.user.id })).toMatchObject({
    status: 409,
    body: {
      code: 'third_send_back',
      detail: `${applicant.applicant_name} was sent back 2 times. Choose another agent, or ask a super admin.`,
    },
  });
  expect((await sendBack(id, { agent_id: ravi.user.id })).status).toBe(200);
  expect((await sendBack((await twice()).id, {}, superAdmin)).status).toBe(200);
});

// Covers: dialogs-5
test('a stale updated_at is rejected, the latest is accepted', async () => {
  const { id } = await visited();
  const { updated_at } = await read(id);
  await decide(id, 'positive');
  expect(await sendBack(id, { updated_at })).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile' },
  });
  expect((await sendBack(id, { updated_at: (await read(id)).updated_at })).status).toBe(200);
});

test('of two admins at the same time one sends it back, the other learns that', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await visited();
    const answers = await Promise.all([sendBack(id), sendBack(id, {}, superAdmin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = await readRows(server.db, 'send_backs', { verification_id: id }, ['id']);
    expect(rows).toHaveLength(1);
  }
});

// Covers: visits-shown-1
test('a verification shows the outcome, and the number of tries since the last visit that counted', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const stand = (is_final: boolean, day: number) =>
    sendVisit(
      server.db,
      visitOf(applicant.id, asha.user.id, {
        outcome: is_final ? 'shifted' : 'locked',
        is_final,
        arrived_at: `2026-03-0${day}T05:00:00Z`,
      }),
    );
  await stand(false, 1);
  await stand(false, 2);
  const { verificationId: first } = await stand(true, 3);
  expect(await read(first ?? 0)).toMatchObject({
    outcome: 'shifted',
    tries: 3,
    photos_expected: 0,
  });
  await sendBack(first ?? 0);
  await stand(false, 4);
  const { verificationId: then } = await stand(true, 5);
  expect(await read(then ?? 0)).toMatchObject({ outcome: 'shifted', tries: 2 });
  expect((await read(first ?? 0)).tries).toBe(3);
  // This attempt was made before the sent-back visit, but the phone sends the attempt only now.
  await stand(false, 2);
  expect((await read(first ?? 0)).tries).toBe(4);
  expect((await read(then ?? 0)).tries).toBe(2);
  const url = '/api/v1/verification_tasks/?fields=list';
  const { results } = (await admin.get(url)).json<{
    results: Verification[];
  }>();
  expect(results.find(({ verification_id }) => verification_id === first)).toMatchObject({
    tries: 4,
    outcome: 'shifted',
    sent_back: { answered_by: then },
  });
});

test('a visit that arrives while the earlier verification is being sent back is the latest', async () => {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const first = await visit(applicant.id, asha.user);
  await changeRows(
    server.db,
    'applicants',
    { id: applicant.id },
    { status: 'assigned', assigned_agent_id: ravi.user.id },
  );
  const answer = await server.db.transaction().execute(async (trx) => {
    const actor = { id: ravi.user.id, requestId: null, address: null };
    await recordVisit(trx, actor, visitOf(applicant.id, ravi.user.id));
    const sending = sendBack(first);
    await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
    return { sending };
  });
  expect(await answer.sending).toMatchObject({ status: 409, body: { code: 'not_latest' } });
  expect((await applicantRow(applicant.id)).status).toBe('visited');
});
