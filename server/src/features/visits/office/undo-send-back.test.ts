import type { Verification } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recount } from '../../../db/counts/counts.ts';
import { noteFetched } from '../../../domain/fetched-tasks.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import {
  addApplicant,
  auditOf,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { listOpenTasks } from '../phone/task-store.ts';
import { deleteSendBack, findSendBack, withdrawAssignment } from './send-back-store.ts';

const server = await startSharedApp();
const meera = await signIn(server, 'admin', { name: 'Meera Rao' });
const nandini = await signIn(server, 'superadmin', { name: 'Nandini Kulkarni' });
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });

async function ask(by: Visitor, method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) {
  const answer = await server.app.inject({
    ...{ method, url: `/api/v1/${path}`, headers: by.headers },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const undo = (id: number, by = meera) =>
  ask(by, 'POST', `verification_tasks/${id}/send-back/undo/`);
const sendBack = (id: number, more: object = {}) =>
  ask(meera, 'POST', `verification_tasks/${id}/send-back/`, {
    ...{ reasons: ['photo_unclear'], note: 'Too dark', photos_wanted: ['door'] },
    ...more,
  });
const tasksOf = async (agent: Visitor): Promise<number[]> => {
  const { body } = await ask(agent, 'GET', 'agent/task-changes/');
  return body.tasks.map((task: { id: number }) => task.id);
};
const applicantRow = (id: number) =>
  readRow(server.db, 'applicants', { id }, ['status', 'assigned_agent_id']);

async function visited() {
  const applicant = await addApplicant(server.db, { assigned_agent_id: asha.user.id });
  const { verificationId } = await sendVisit(server.db, visitOf(applicant.id, asha.user.id));
  return { applicant, id: verificationId as number };
}
async function sentBack(more: object = {}) {
  const made = await visited();
  expect((await sendBack(made.id, more)).status).toBe(200);
  return made;
}
const refused = (because: string) => ({
  status: 409,
  body: { code: 'too_late', message: `Undo is not possible: ${because}.` },
});

// Covers: threat-9
test("a missing send-back, and a colleague’s, can't be undone", async () => {
  expect((await undo(999_999)).status).toBe(404);
  const { id, applicant } = await visited();
  expect((await undo(id, asha)).status).toBe(403);
  expect(await undo(id)).toMatchObject(refused('the verification was not sent back'));
  await sendBack(id);
  expect(await undo(id, nandini)).toMatchObject({
    status: 403,
    body: { message: 'Only the admin who sent the verification back can undo the send-back.' },
  });
  expect((await applicantRow(applicant.id)).status).toBe('assigned');
});

// Covers: sending-back-9
test('within a minute applicant, verification and counts are restored, and the audit has both actions', async () => {
  const { id, applicant } = await sentBack();
  expect(await undo(id)).toMatchObject({
    status: 200,
    body: { message: `The send-back of ${applicant.applicant_name} was undone.` },
  });
  expect(await applicantRow(applicant.id)).toEqual({
    ...{ status: 'visited', assigned_agent_id: asha.user.id },
  });
  const { body } = await ask(meera, 'GET', `verification_tasks/${id}`);
  expect(body as Verification).toMatchObject({ sent_back: null, admin_decision: 'pending' });
  expect(await recount(server.db, 'Asia/Kolkata')).toEqual({
    ...{ applicants: 0, verifications: 0, texts: 0 },
  });
  expect((await auditOf(server.db, 'verification', id)).slice(-2)).toMatchObject([
    { action: 'send_back', actor_id: meera.user.id },
    { action: 'undo_send_back', actor_id: meera.user.id, before: { reasons: ['photo_unclear'] } },
  ]);
  expect((await auditOf(server.db, 'applicant', applicant.id)).at(-1)).toMatchObject({
    ...{ action: 'undo_send_back', before: { status: 'assigned' }, after: { status: 'visited' } },
  });
  const claim = await server.db
    .selectFrom('review_claims')
    .select('admin_id')
    .where('verification_id', '=', id)
    .executeTakeFirst();
  expect(claim?.admin_id).toBe(meera.user.id);
  expect((await undo(id)).status).toBe(409);
  expect(await tasksOf(asha)).not.toContain(applicant.id);
});

// Covers: sending-back-9
test('sent to another agent, the first one gets the applicant back, and the other never sees it', async () => {
  const { id, applicant } = await sentBack({ agent_id: ravi.user.id });
  await undo(id);
  expect(await applicantRow(applicant.id)).toEqual({
    ...{ status: 'visited', assigned_agent_id: asha.user.id },
  });
  const { body } = await ask(ravi, 'GET', `agent/task-changes/?known=${applicant.id}-00000000`);
  expect(body).toMatchObject({ tasks: [], gone: [{ because: 'closed', by: null }] });
  // Sending the visit back again makes a new assignment, which the phone gets.
  await sendBack(id, { agent_id: ravi.user.id });
  expect(await tasksOf(ravi)).toContain(applicant.id);
});

// Covers: sending-back-9
test('a decided applicant is submitted again, and an undone send-back does not count', async () => {
  const { id, applicant } = await visited();
  await ask(nandini, 'POST', `verification_tasks/${id}/admin-decision/`, { decision: 'negative' });
  for (const _ of [1, 2, 3]) {
    expect((await sendBack(id)).status).toBe(200);
    expect((await undo(id)).status).toBe(200);
  }
  expect((await applicantRow(applicant.id)).status).toBe('submitted');
});

// Covers: sending-back-9
test('after 61 seconds it is too late', async () => {
  const { id, applicant } = await sentBack();
  await changeRows(
    server.db,
    'send_backs',
    { verification_id: id },
    { at: sql<string>`now() - interval '61 seconds'` },
  );
  expect(await undo(id)).toMatchObject(refused('more than 60 seconds have passed'));
  expect((await applicantRow(applicant.id)).status).toBe('assigned');
});

// Covers: sending-back-9
test.each([
  ['agent/task-changes/', ''],
  ['agent/tasks/', '?page_size=100'],
])('once the agent’s phone has fetched the task by %s it is too late', async (path, query) => {
  const { id, applicant } = await sentBack({ agent_id: ravi.user.id });
  await ask(ravi, 'GET', path + query);
  expect(await undo(id)).toMatchObject(refused('the agent’s phone has the task already'));
  expect(await applicantRow(applicant.id)).toMatchObject({ status: 'assigned' });
});

// Covers: sending-back-9
test('while a phone is fetching the task, the undo waits, and comes too late', async () => {
  const { id, applicant } = await sentBack();
  const waiting = await server.db.transaction().execute(async (trx) => {
    const open = await listOpenTasks(trx, asha.user.id);
    await noteFetched(trx, open);
    const undoing = undo(id);
    await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
    return { undoing };
  });
  expect(await waiting.undoing).toMatchObject(refused('the agent’s phone has the task already'));
  expect(await tasksOf(asha)).toContain(applicant.id);
});

// Covers: sending-back-9
test('a phone that fetches during the undo of a send-back does not get the task', async () => {
  const { id, applicant } = await sentBack();
  const waiting = await server.db.transaction().execute(async (trx) => {
    expect(await withdrawAssignment(trx, applicant.id)).toBe(true);
    const fetching = tasksOf(asha);
    await expect.poll(() => countLockWaits(server.db)).toBeGreaterThan(0);
    const { id: sendBackId } = (await findSendBack(trx, id)) as { id: number };
    await deleteSendBack(
      trx,
      { id: sendBackId, verificationId: id, applicantId: applicant.id },
      { status: 'visited', assigned_agent_id: asha.user.id },
    );
    return { fetching };
  });
  expect(await waiting.fetching).not.toContain(applicant.id);
});

// Covers: sending-back-9
test('two phones of an agent that fetch at the same time both get the task', async () => {
  for (let round = 0; round < 5; round += 1) {
    const many = await Promise.all([sentBack(), sentBack(), sentBack()]);
    const ids = many.map(({ applicant }) => applicant.id);
    const answers = await Promise.all([tasksOf(asha), tasksOf(asha), tasksOf(asha)]);
    for (const tasks of answers) expect(tasks).toEqual(expect.arrayContaining(ids));
  }
});

// Covers: sending-back-9
test('any other event prevents it: a decision, another agent, a visit', async () => {
  const decided = await sentBack();
  await ask(meera, 'POST', `verification_tasks/${decided.id}/admin-decision/`, {
    decision: 'positive',
  });
  expect(await undo(decided.id)).toMatchObject(
    refused('the applicant or the verification has changed since'),
  );

  const moved = await sentBack();
  await ask(nandini, 'PATCH', `applicants/${moved.applicant.id}/`, {
    assigned_agent_name: 'Ravi Kumar',
  });
  expect(await undo(moved.id)).toMatchObject(
    refused('the applicant or the verification has changed since'),
  );

  const answered = await sentBack();
  await sendVisit(server.db, visitOf(answered.applicant.id, asha.user.id));
  expect(await undo(answered.id)).toMatchObject(
    refused('the applicant or the verification has changed since'),
  );
});

test('of a simultaneous undo and reassignment by a colleague one takes effect completely', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, applicant } = await sentBack();
    const [undone, reassigned] = await Promise.all([
      undo(id),
      ask(nandini, 'PATCH', `applicants/${applicant.id}/`, { assigned_agent_name: 'Ravi Kumar' }),
    ]);
    // If the undo comes first, the reassignment orders another visit to a visited applicant.
    expect(reassigned.status).toBe(200);
    expect([200, 409]).toContain(undone.status);
    expect(await applicantRow(applicant.id)).toEqual({
      ...{ status: 'assigned', assigned_agent_id: ravi.user.id },
    });
  }
});
