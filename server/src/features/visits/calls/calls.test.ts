import { limits } from '@doorstep/contract/limits';
import { expect, test } from 'vitest';
import { readRecipient } from '../../../domain/secrets/server-key.ts';
import { changeRows, readRows } from '../../../testing/rows.ts';
import {
  addApplicant,
  auditOf,
  signIn,
  startSharedApp,
  type Visitor,
} from '../../../testing/test-app.ts';
import { callOf } from '../../../testing/visits/call.ts';
import { encryptTo } from '../../../testing/visits/phone-visit.ts';

const running = await startSharedApp();
const asha = await signIn(running, 'agent', { name: 'Asha Rane' });
const ravi = await signIn(running, 'agent', { name: 'Ravi Naik' });
const admin = await signIn(running, 'admin');

const assigned = () => addApplicant(running.db, { assigned_agent_id: asha.user.id });
const giveTo = (id: number, agent: Visitor) =>
  admin.patch(`applicants/${id}/`, { assigned_agent_name: agent.user.name });
const send = async (id: number, call: object, by = asha) => {
  const answer = await by.post(`agent/tasks/${id}/calls/`, call);
  return { status: answer.statusCode, body: answer.json() };
};
const stored = (applicant_id: number) =>
  readRows(running.db, 'calls', { applicant_id }, ['id', 'at', 'result']);
const seenByOffice = async (id: number) =>
  (await admin.get(`applicants/${id}/visits/`)).json().calls;
const seenOnPhone = async (id: number, by = asha) => {
  const { tasks } = (await by.get('agent/task-changes/')).json();
  return tasks.find((task: { id: number }) => task.id === id)?.calls;
};
const giveBack = async (id: number, version = 0) => {
  const body = { assignment_version: version, reason: 'no_answer' };
  const answer = await asha.post(`agent/tasks/${id}/give-back/`, body);
  return [answer.statusCode, answer.json().code];
};

// Covers: phone-21
test('a call is recorded once, for the office and for every phone that has the task', async () => {
  const { id } = await assigned();
  const at = '2026-03-05T10:12:00+05:30';
  const first = callOf({ at });
  const second = callOf({
    ...{ at: '2026-03-05T11:00:00+05:30', result: 'appointment' },
    appointment_at: '2026-03-05T17:30:00+05:30',
  });
  // A phone may send calls in any order, and again after a lost response.
  for (const call of [second, first, first]) {
    expect(await send(id, call)).toMatchObject({ status: 200, body: { success: true } });
  }
  const calls = [
    {
      ...{ id: first.call_id, at: '2026-03-05T04:42:00.000Z', result: 'not_reachable' },
      ...{ appointment_at: null, by: 'Asha Rane', assignment_version: 0 },
    },
    expect.objectContaining({ id: second.call_id, appointment_at: '2026-03-05T12:00:00.000Z' }),
  ];
  expect(await seenOnPhone(id)).toEqual(calls);
  expect(await seenByOffice(id)).toEqual(calls.toReversed());
  expect(await auditOf(running.db, 'applicant', id)).toMatchObject([
    { action: 'call', actor_id: asha.user.id, before: null, after: { result: 'appointment' } },
    { action: 'call', after: { result: 'not_reachable' } },
  ]);
  await giveTo(id, ravi);
  expect(await seenOnPhone(id, ravi)).toEqual(calls);
});

// Covers: phone-21
test('a late call is recorded although the task is a colleague’s', async () => {
  const { id } = await assigned();
  await giveTo(id, ravi);
  expect(await send(id, callOf())).toMatchObject({ status: 200 });
  expect(await seenByOffice(id)).toMatchObject([{ by: 'Asha Rane', assignment_version: 0 }]);
});

// Covers: phone-21
test('a call to a deleted or anonymised applicant is dropped with success', async () => {
  const now = new Date().toISOString();
  for (const gone of [{ deleted_at: now }, { status: 'submitted' as const, anonymised_at: now }]) {
    const { id } = await assigned();
    await changeRows(running.db, 'applicants', { id }, gone);
    expect(await send(id, callOf())).toMatchObject({ status: 200 });
    expect(await stored(id)).toEqual([]);
  }
});

test('an agent’s calls to an applicant are bounded, and a fast clock is corrected', async () => {
  const { id } = await assigned();
  await send(id, callOf({ at: '2999-01-01T00:00:00Z' }));
  const [first] = await stored(id);
  expect(Date.parse(first?.at ?? '')).toBeLessThanOrEqual(Date.now());
  for (let sent = 1; sent < limits.callsPerTask; sent += 1) await send(id, callOf());
  expect(await send(id, callOf())).toMatchObject({ status: 200 });
  expect(await stored(id)).toHaveLength(limits.callsPerTask);
  expect(await seenOnPhone(id)).toHaveLength(20);
});

test('a call may be encrypted with the server’s key', async () => {
  const { id } = await assigned();
  const recipients = [await readRecipient(running.platform)];
  const envelopeOf = async (request: object) =>
    (await encryptTo(recipients, JSON.stringify(request))).toString('base64');
  const envelope = await envelopeOf(callOf());
  expect(await send(id, { envelope })).toMatchObject({ status: 200 });
  expect(await stored(id)).toHaveLength(1);
  for (const bad of [await envelopeOf({ envelope }), btoa('nothing')]) {
    expect(await send(id, { envelope: bad })).toMatchObject({ status: 400 });
  }
});

// Covers: phone-14
test('three calls of the assignment without an answer are a reason to give a task back', async () => {
  const { id } = await assigned();
  await send(id, callOf());
  await send(id, callOf({ result: 'reached' }));
  await send(id, callOf({ assignment_version: 7 }));
  await send(id, callOf({ result: 'switched_off' }));
  expect(await giveBack(id)).toEqual([409, 'too_few_calls']);
  await send(id, callOf());
  expect(await giveBack(id)).toEqual([200, undefined]);
  const { given_back } = (await admin.get(`applicants/${id}/`)).json();
  expect(given_back).toMatchObject({ by: 'Asha Rane', reason: 'no_answer' });
});
