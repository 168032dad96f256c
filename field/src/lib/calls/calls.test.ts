import { answer, failure } from '@doorstep/contract/testing/backend';
import { sendCall } from '@doorstep/contract/visits/calls';
import { giveBackTask } from '@doorstep/contract/visits/phone';
import { beforeEach, expect, test } from 'vitest';
import { Office } from '../../testing/office.ts';
import {
  inMinutes,
  nextSignIn,
  openEnvelope,
  phoneAtWork,
  readable,
  storeTasks,
  task,
} from '../../testing/phone.ts';
import { database, writeMeta } from '../db/database.ts';
import { lockNow, openKey } from '../lock/lock.ts';
import { endSignIn } from '../session/account-record.ts';
import { beginWork } from '../session/sign-in.ts';
import { signOut } from '../session/sign-out.ts';
import { sendQueue } from '../sync/send-queue.ts';
import { giveBack } from '../tasks/give-back.ts';
import { listTasks } from '../tasks/tasks.ts';
import { answerCall } from './answer-call.ts';
import { listOwnCalls, unansweredOf } from './calls.ts';
import { noteCall } from './note-call.ts';

beforeEach(async () => {
  await phoneAtWork();
  await storeTasks(task);
  new Office().start();
});

const stored = async () => (await database()).getAll('calls');
const states = async () => (await stored()).map(({ state }) => state);
const first = async () => (await stored())[0]?.id ?? '';
/** Returns the list of the calls that the simulated office receives. */
function officeTakes() {
  const got: { task: unknown; token: string | null; at: string; result: string }[] = [];
  answer(sendCall, async ({ params, body, request }) => {
    const call = await openEnvelope((body as { envelope: string }).envelope);
    got.push({ task: params.id, token: request.headers.get('Authorization'), ...call });
    return { success: true, message: '' };
  });
  return got;
}

/**
 * Starts a call, and stores its result. Without a result, the next call to the same applicant within 20 s
 * would not be stored.
 */
async function callAnd(result: 'not_reachable' | 'switched_off' | 'reached', to = task) {
  await noteCall(to);
  const call = (await stored()).find(({ state }) => state === 'asked');
  await answerCall(call?.id ?? '', result);
}

// Covers: field-app-60
test('stores a call encrypted before its answer, and sends it while locked, by the office’s clock', async () => {
  // The phone's clock is an hour fast.
  await writeMeta('clock', { offsetMs: 3_600_000 });
  const begun = Date.now() - 3_600_000;
  await noteCall(task);
  await noteCall(task);
  expect(await states()).toEqual(['asked']);
  const [asked] = await stored();
  expect(readable(asked?.details.bytes)).not.toContain('Meera');
  const got = officeTakes();
  expect(await sendQueue()).toBe('done');
  expect(got).toEqual([]);

  await answerCall(asked?.id ?? '', 'switched_off');
  await answerCall(asked?.id ?? '', 'reached');
  expect(JSON.stringify(await stored())).not.toContain('switched_off');
  lockNow();
  expect(await sendQueue()).toBe('done');
  expect(await sendQueue()).toBe('done');
  expect(got).toMatchObject([
    { task: '10001', token: 'Bearer send-1', call_id: asked?.id, result: 'switched_off' },
  ]);
  expect(Math.abs(Date.parse(got[0]?.at ?? '') - begun)).toBeLessThan(60_000);
  expect(await stored()).toMatchObject([{ state: 'sent' }]);
  expect((await stored())[0]).not.toHaveProperty('envelope');
});

// Covers: field-app-61
test('an answered call is sent although its task is gone and the PIN was forgotten; a question is not', async () => {
  await callAnd('reached');
  await noteCall(task);
  await (await database()).clear('tasks');
  await beginWork(nextSignIn, '581920');
  expect(await states()).toEqual(['waiting']);
  expect(await listOwnCalls(openKey())).toEqual([]);
  const got = officeTakes();
  await sendQueue();
  expect(got).toMatchObject([{ result: 'reached', token: 'Bearer send-2' }]);
});

// Covers: field-app-61
test('tries again when the office is busy; a rejected call blocks nothing and is offered again', async () => {
  await callAnd('reached');
  answer(sendCall, failure(503, {}));
  expect(await sendQueue()).toBe('again');
  expect(await states()).toEqual(['waiting']);
  expect(await signOut()).toBe(false);
  answer(sendCall, failure(404, {}));
  expect(await sendQueue()).toBe('done');
  expect(await states()).toEqual(['refused']);
  const got = officeTakes();
  await callAnd('switched_off');
  await noteCall(task);
  expect(await sendQueue()).toBe('done');
  expect(got.map(({ result }) => result)).toEqual(['reached', 'switched_off']);
  expect((await states()).toSorted()).toEqual(['asked', 'sent', 'sent']);
  expect(await signOut()).toBe(true);
});

test('an ended sign-in that can’t send a call may be signed out', async () => {
  await callAnd('reached');
  await endSignIn('send-1');
  expect(await signOut()).toBe(true);
});

// Covers: field-app-62
test('an appointment is when the task is planned, until another visit or appointment', async () => {
  const planned = async () => {
    const [one] = await listTasks();
    return [one?.tryAgainAt && Date.parse(one.tryAgainAt), one?.isAppointment];
  };
  expect(await planned()).toEqual([null, false]);
  await noteCall(task);
  const tomorrow = inMinutes(24 * 60);
  await answerCall(await first(), 'appointment', tomorrow);
  expect(await planned()).toEqual([Date.parse(tomorrow), true]);
  await callAnd('not_reachable');
  expect(await planned()).toEqual([Date.parse(tomorrow), true]);
  const try_again_at = '2026-11-30T04:30:00.000Z';
  const later = { at: inMinutes(1), by: 'Asha Patil', outcome: 'locked' as const, try_again_at };
  await storeTasks({ ...task, attempts: [later] });
  expect(await planned()).toEqual([Date.parse(try_again_at), false]);
});

// Covers: field-app-63
test('counts calls of this assignment once, and sends them, not others, before it gives the task back', async () => {
  const known = {
    ...{ id: crypto.randomUUID(), at: '2026-11-21T05:00:00.000Z', by: 'Asha Patil' },
    ...{ result: 'not_reachable' as const, appointment_at: null, assignment_version: 1 },
  };
  const earlier = { ...known, id: crypto.randomUUID(), assignment_version: 0 };
  await storeTasks({ ...task, calls: [earlier, known] });
  await callAnd('switched_off');
  const mine = await first();
  await callAnd('reached');
  const count = async () => {
    const [one] = await listTasks();
    return one && unansweredOf(one).length;
  };
  expect(await count()).toBe(2);
  // The database sorts by id, which is random.
  const [, last] = await stored();
  if (last) await (await database()).put('calls', { ...last, begunAt: 1 });
  expect((await listOwnCalls(openKey()))[0]?.id).toBe(last?.id);
  // The office now has one of this phone's calls.
  await storeTasks({ ...task, calls: [earlier, known, { ...known, id: mine }] });
  expect(await count()).toBe(2);
  const done: string[] = [];
  const note = (what: string) => () => {
    done.push(what);
    return { success: true as const, message: '' };
  };
  answer(sendCall, note('call'));
  answer(giveBackTask, note('give back'));
  await callAnd('reached', { ...task, id: 10_002 });
  await giveBack(task, 'no_answer', '');
  expect(done).toEqual(['call', 'call', 'give back']);
});
