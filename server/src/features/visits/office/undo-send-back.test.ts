import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { recount } from '../../../db/counts/counts.ts';
import { noteFetched } from '../../../domain/fetched-tasks.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { auditOf, signIn, startSharedApp } from '../../../testing/test-app.ts';
import { countLockWaits } from '../../../testing/test-database.ts';
import { addCountedVisit, sendVisit, visitOf } from '../../../testing/visits/recorded-visit.ts';
import { listOpenTasks } from '../phone/task-store.ts';
import { deleteSendBack, findSendBack, withdrawAssignment } from './send-back-store.ts';

const server = await startSharedApp();
const { db } = server;
const meera = await signIn(server, 'admin', { name: 'Meera Rao' });
const nandini = await signIn(server, 'superadmin', { name: 'Nandini Kulkarni' });
const asha = await signIn(server, 'agent', { name: 'Asha Verma' });
const ravi = await signIn(server, 'agent', { name: 'Ravi Kumar' });

const undo = async (id: number, by = meera) => {
  const answer = await by.post(`verification_tasks/${id}/send-back/undo/`);
  return { status: answer.statusCode, body: answer.json() };
};
const sendBack = async (id: number, more: object = {}) => {
  const body = { reasons: ['photo_unclear'], note: 'Too dark', photos_wanted: ['door'], ...more };
  const answer = await meera.post(`verification_tasks/${id}/send-back/`, body);
  expect(answer.statusCode).toBe(200);
};
const decide = (id: number, decision: string, by = meera) =>
  by.post(`verification_tasks/${id}/admin-decision/`, { decision });
const giveToRavi = (applicantId: number) =>
  nandini.patch(`applicants/${applicantId}/`, { assigned_agent_name: 'Ravi Kumar' });
const tasksOf = async (agent = asha): Promise<number[]> => {
  const { tasks } = (await agent.get('agent/task-changes/')).json();
  return tasks.map((task: { id: number }) => task.id);
};
const applicantRow = (id: number) =>
  readRow(db, 'applicants', { id }, ['status', 'assigned_agent_id']);
const visitedByAsha = { status: 'visited' as const, assigned_agent_id: asha.user.id };

const visited = () => addCountedVisit(db, asha.user.id);
async function sentBack(more: object = {}) {
  const made = await visited();
  await sendBack(made.id, more);
  return made;
}
const tooLate = (because: string) => ({
  status: 409,
  body: { code: 'too_late', message: `Undo is not possible: ${because}.` },
});
const fetched = tooLate('the agent’s phone has the task already');

// Covers: threat-9
test("a missing send-back, and a colleague’s, can't be undone", async () => {
  const { id, applicant } = await visited();
  expect(await undo(id)).toMatchObject(tooLate('the verification was not sent back'));
  await sendBack(id);
  const message = 'Only the admin who sent the verification back can undo the send-back.';
  expect(await undo(id, nandini)).toMatchObject({ status: 403, body: { message } });
  expect((await applicantRow(applicant.id)).status).toBe('assigned');
});

// Covers: sending-back-9
test('within a minute applicant, verification and counts are restored, and the audit has both actions', async () => {
  const { id, applicant } = await sentBack();
  const message = `The send-back of ${applicant.applicant_name} was undone.`;
  expect(await undo(id)).toMatchObject({ status: 200, body: { message } });
  expect(await applicantRow(applicant.id)).toEqual(visitedByAsha);
  const verification = (await meera.get(`verification_tasks/${id}`)).json();
  expect(verification).toMatchObject({ sent_back: null, admin_decision: 'pending' });
  const right = { applicants: 0, verifications: 0, texts: 0 };
  expect(await recount(db, 'Asia/Kolkata')).toEqual(right);
  const actor_id = meera.user.id;
  expect((await auditOf(db, 'verification', id)).slice(-2)).toMatchObject([
    { action: 'send_back', actor_id },
    { action: 'undo_send_back', actor_id, before: { reasons: ['photo_unclear'] } },
  ]);
  expect((await auditOf(db, 'applicant', applicant.id)).at(-1)).toMatchObject({
    ...{ action: 'undo_send_back', before: { status: 'assigned' }, after: { status: 'visited' } },
  });
  const claim = await readRow(db, 'review_claims', { verification_id: id }, ['admin_id']);
  expect(claim.admin_id).toBe(meera.user.id);
  expect((await undo(id)).status).toBe(409);
  expect(await tasksOf()).not.toContain(applicant.id);
});

// Covers: sending-back-9
test('sent to another agent, the first one gets the applicant back, and the other never sees it', async () => {
  const { id, applicant } = await sentBack({ agent_id: ravi.user.id });
  await undo(id);
  expect(await applicantRow(applicant.id)).toEqual(visitedByAsha);
  const changes = await ravi.get(`agent/task-changes/?known=${applicant.id}-00000000`);
  expect(changes.json()).toMatchObject({ tasks: [], gone: [{ because: 'closed', by: null }] });
  // A second send-back makes a new assignment, which Ravi's phone gets.
  await sendBack(id, { agent_id: ravi.user.id });
  expect(await tasksOf(ravi)).toContain(applicant.id);
});

// Covers: sending-back-9
test('a decided applicant is submitted again, and an undone send-back does not count', async () => {
  const { id, applicant } = await visited();
  await decide(id, 'negative', nandini);
  for (const _ of [1, 2, 3]) {
    await sendBack(id);
    expect((await undo(id)).status).toBe(200);
  }
  expect((await applicantRow(applicant.id)).status).toBe('submitted');
});

// Covers: sending-back-9
test('after 61 seconds it is too late', async () => {
  const { id, applicant } = await sentBack();
  const at = sql<string>`now() - interval '61 seconds'`;
  await changeRows(db, 'send_backs', { verification_id: id }, { at });
  expect(await undo(id)).toMatchObject(tooLate('more than 60 seconds have passed'));
  expect((await applicantRow(applicant.id)).status).toBe('assigned');
});

// Covers: sending-back-9
test.each(['agent/task-changes/', 'agent/tasks/?page_size=100'])(
  'once the agent’s phone has fetched the task by %s it is too late',
  async (path) => {
    const { id, applicant } = await sentBack({ agent_id: ravi.user.id });
    await ravi.get(path);
    expect(await undo(id)).toMatchObject(fetched);
    expect(await applicantRow(applicant.id)).toMatchObject({ status: 'assigned' });
  },
);

// Covers: sending-back-9
test('while a phone is fetching the task, the undo waits, and comes too late', async () => {
  const { id, applicant } = await sentBack();
  const waiting = await db.transaction().execute(async (trx) => {
    await noteFetched(trx, await listOpenTasks(trx, asha.user.id));
    const undoing = undo(id);
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    return { undoing };
  });
  expect(await waiting.undoing).toMatchObject(fetched);
  expect(await tasksOf()).toContain(applicant.id);
});

// Covers: sending-back-9
test('a phone that fetches during the undo of a send-back does not get the task', async () => {
  const { id: verificationId, applicant } = await sentBack();
  const waiting = await db.transaction().execute(async (trx) => {
    expect(await withdrawAssignment(trx, applicant.id)).toBe(true);
    const fetching = tasksOf();
    await expect.poll(() => countLockWaits(db)).toBeGreaterThan(0);
    const { id } = (await findSendBack(trx, verificationId)) as { id: number };
    const deleted = { id, verificationId, applicantId: applicant.id };
    await deleteSendBack(trx, deleted, visitedByAsha);
    return { fetching };
  });
  expect(await waiting.fetching).not.toContain(applicant.id);
});

// Covers: sending-back-9
test('two phones of an agent that fetch at the same time both get the task', async () => {
  for (let round = 0; round < 5; round += 1) {
    const many = await Promise.all([sentBack(), sentBack(), sentBack()]);
    const ids = many.map(({ applicant }) => applicant.id);
    const answers = await Promise.all([tasksOf(), tasksOf(), tasksOf()]);
    for (const tasks of answers) expect(tasks).toEqual(expect.arrayContaining(ids));
  }
});

// Covers: sending-back-9
test.each<[string, (made: Awaited<ReturnType<typeof visited>>) => Promise<unknown>]>([
  ['a decision', ({ id }) => decide(id, 'positive')],
  ['another agent', ({ applicant }) => giveToRavi(applicant.id)],
  ['a visit', ({ applicant }) => sendVisit(db, visitOf(applicant.id, asha.user.id))],
])('%s prevents it', async (_, happen) => {
  const made = await sentBack();
  await happen(made);
  const changed = tooLate('the applicant or the verification has changed since');
  expect(await undo(made.id)).toMatchObject(changed);
});

test('of a simultaneous undo and reassignment by a colleague one takes effect completely', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id, applicant } = await sentBack();
    const [undone, reassigned] = await Promise.all([undo(id), giveToRavi(applicant.id)]);
    // The reassignment succeeds even after the undo. It then orders another visit to a visited applicant.
    expect(reassigned.statusCode).toBe(200);
    expect([200, 409]).toContain(undone.status);
    const toRavi = { status: 'assigned', assigned_agent_id: ravi.user.id };
    expect(await applicantRow(applicant.id)).toEqual(toRavi);
  }
});
