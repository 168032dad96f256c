import type { Applicant, ApplicantRecord } from '@doorstep/contract/applicants';
import { reviewTimes } from '@doorstep/contract/review';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withClocks } from '../../../domain/clock/clock-rows.ts';
import { addLenderRow, setDue, weekOf } from '../../../testing/lenders.ts';
import { readRow } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startSharedApp,
} from '../../../testing/test-app.ts';

const doorstep = await startSharedApp();
const admin = await signIn(doorstep, 'admin');

const hour = 3_600_000;

/** Adds an applicant that is due in `hours` hours, by a calendar that is always open. */
async function withDue(hours = 24) {
  const lender = await addLenderRow(doorstep.db);
  const created_at = new Date(Date.now() - 24 * hour).toISOString();
  const { id } = await addApplicant(doorstep.db, {
    ...{ portfolio_name: lender.portfolio, created_at },
  });
  return { id, lender, due_at: await setDue(doorstep.db, id, lender.ruleId, hours * hour) };
}

const send = (
  method: 'POST' | 'PATCH',
  id: number,
  call: 'pause' | 'resume' | 'clock',
  payload: object,
) =>
  doorstep.app.inject({
    ...{ method, payload, headers: admin.headers },
    url: `/api/v1/applicants/${id}/${call}/`,
  });
const pause = (id: number, payload: object = { because: 'lender_query' }) =>
  send('POST', id, 'pause', payload);
const resume = (id: number) => send('POST', id, 'resume', {});
const change = (id: number, payload: object) => send('PATCH', id, 'clock', payload);

const recordOf = async (id: number) => {
  const url = `/api/v1/applicants/${id}/`;
  const answer = await admin.get(url);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ApplicantRecord>();
};
const clockOf = async (id: number) => (await recordOf(id)).clock;
const backdate = (id: number, hours: number) =>
  sql`with moved as (update clock_pauses set from_at = from_at - make_interval(hours => ${hours})
      where applicant_id = ${id} and to_at is null)
    update applicants set paused_at = paused_at - make_interval(hours => ${hours}) where id = ${id}`.execute(
    doorstep.db,
  );

test('without a lender of the portfolio, no clock is shown and none is changed', async () => {
  const { id } = await addApplicant(doorstep.db);
  expect(await recordOf(id)).not.toHaveProperty('clock');
  expect(await recordOf(id)).not.toHaveProperty('clock_details');
  for (const answer of [
    await pause(id),
    await change(id, { is_urgent: true }),
    await change(id, { received_at: '2026-03-01T00:00:00Z' }),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'no_clock']);
  }
  expect((await resume(id)).json().code).toBe('not_paused');
  expect(await auditOf(doorstep.db, 'applicant', id)).toEqual([]);
});

test('the list and the record show when an applicant is due, by which rule, and what is nearly late', async () => {
  const { id, lender, due_at } = await withDue(2.5);
  const answer = await admin.get(`applicants/?search=${id}`);
  const [row] = answer.json<{ results: Applicant[] }>().results;
  expect(row?.clock).toEqual({
    ...{ lender: lender.name, due_at, state: 'running', is_urgent: false },
    minutes_left: expect.any(Number),
    // The time of this warning, three hours before the due time, has passed, and no agent is assigned.
    warning: 'unassigned',
  });
  expect((await recordOf(id)).clock_details).toMatchObject({
    lender: lender.name,
    is_received_by_hand: false,
    ...{ stopped_at: null, withdrawn_at: null, pauses: [] },
    rule: { minutes: 1440, starts: 'received', product_type: null, valid_from: '2020-01-01' },
  });
});

test.each([
  [3.5, 'pending', null],
  [2.5, 'pending', 'unassigned'],
  [2.5, 'assigned', null],
  [1.5, 'assigned', 'unvisited'],
  [1.5, 'visited', null],
  [0.5, 'visited', 'undecided'],
  [-1.5, 'visited', 'late'],
] as const)('due in %f hours and %s: warns of %s', async (hours, status, warning) => {
  const { id } = await withDue(hours);
  const agent = await addUser(doorstep.db, 'agent');
  if (status !== 'pending') {
    await doorstep.db
      .updateTable('applicants')
      .set({ status, assigned_agent_id: agent.id })
      .where('id', '=', id)
      .execute();
  }
  const clock = await clockOf(id);
  expect(clock?.warning).toBe(warning);
  expect(Math.sign(clock?.minutes_left ?? 0)).toBe(Math.sign(hours));
});

test('a pause stops the clock, and its end moves the due time and the warnings after its start', async () => {
  const { id, due_at } = await withDue(2.5);
  const paused = await pause(id, { because: 'applicant_asked' });
  expect(paused.statusCode, paused.body).toBe(200);
  expect(paused.json<Applicant>().clock).toMatchObject({ state: 'paused', warning: null, due_at });
  expect((await pause(id)).json()).toMatchObject({ code: 'clock_stopped' });
  await backdate(id, 5);
  // The remaining time is the time that was left when the pause began, five hours ago.
  expect((await clockOf(id))?.minutes_left).toBeGreaterThan(7 * 60);

  const before = await row(id);
  const resumed = await resume(id);
  expect(resumed.statusCode).toBe(200);
  const after = await row(id);
  const moved = (name: 'due_at' | 'warn_unassigned_at' | 'warn_undecided_at') =>
    Math.round((Date.parse(after[name] ?? '') - Date.parse(before[name] ?? '')) / hour);
  expect(
    ['due_at', 'warn_undecided_at', 'warn_unassigned_at'].map((name) => moved(name as 'due_at')),
  ).toEqual([5, 5, 5]);
  expect(resumed.json<Applicant>().clock).toMatchObject({ state: 'running', due_at: after.due_at });
  expect((await resume(id)).json()).toMatchObject({ code: 'not_paused' });
  expect((await recordOf(id)).clock_details?.pauses).toMatchObject([
    { because: 'applicant_asked', by: admin.user.name, to: expect.any(String) },
  ]);
  expect(await auditOf(doorstep.db, 'applicant', id)).toMatchObject([
    { action: 'pause_clock', after: { because: 'applicant_asked' } },
    { action: 'resume_clock', before: { due_at }, after: { due_at: after.due_at } },
  ]);
});

test('what was due at closing is late from then on, although no working time passes', async () => {
  const week = weekOf([{ from: '09:00', to: '18:00' }]);
  const { ruleId } = await addLenderRow(doorstep.db, { week });
  const due = Date.parse('2026-03-09T18:00+05:30');
  const warned = { unassigned: due - 3 * hour, unvisited: due - 2 * hour, undecided: due - hour };
  const running = {
    ...{ rule_id: ruleId, status: 'visited' as const, due, ...warned, is_urgent: false },
    ...{ paused: null, withdrawn: null, stopped: null },
  } as const;
  const clocks = [running, { ...running, stopped: due + hour }, { ...running, stopped: due }];
  const rows = await withClocks(
    doorstep.db,
    clocks.map((clock) => ({ clock })),
    'Asia/Kolkata',
    due + 2 * hour,
  );
  expect(rows.map(({ clock }) => [clock?.state, clock?.minutes_left])).toEqual([
    ['running', -1],
    ['stopped', -1],
    ['stopped', 0],
  ]);
});

const row = (id: number) =>
  doorstep.db.selectFrom('applicants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

test('an applicant that was late before its pause is just as late after it', async () => {
  const { id, due_at } = await withDue(-8);
  await pause(id);
  await backdate(id, 5);
  expect((await resume(id)).json<Applicant>().clock).toMatchObject({ due_at, warning: 'late' });
});

test('a withdrawal stops the clock until it is reversed', async () => {
  const { id } = await withDue();
  const withdrawn = await change(id, { is_withdrawn: true });
  expect(withdrawn.json<Applicant>().clock).toMatchObject({ state: 'withdrawn', warning: null });
  expect((await row(id)).clock_runs).toBe(false);
  expect((await pause(id)).json().code).toBe('clock_stopped');
  expect((await change(id, { is_withdrawn: false })).json().clock.state).toBe('running');
  expect(await auditOf(doorstep.db, 'applicant', id)).toMatchObject([
    { action: 'change_clock', before: { is_withdrawn: false }, after: { is_withdrawn: true } },
    { action: 'change_clock', before: { is_withdrawn: true }, after: { is_withdrawn: false } },
  ]);
});

test('an urgent applicant is shown as urgent; an unchanged value changes nothing', async () => {
  const { id } = await withDue();
  expect((await change(id, { is_urgent: true })).json().clock.is_urgent).toBe(true);
  expect((await change(id, { is_urgent: true })).statusCode).toBe(200);
  expect(await auditOf(doorstep.db, 'applicant', id)).toHaveLength(1);
});

test('a new time of receipt gives another due time, by the current rules', async () => {
  const { id, lender } = await withDue();
  const received_at = new Date(Date.now() - 10 * hour).toISOString();
  const answer = await change(id, { received_at });
  expect(answer.json<Applicant>().clock?.due_at).toBe(
    new Date(Date.parse(received_at) + 24 * hour).toISOString(),
  );
  expect((await recordOf(id)).clock_details).toMatchObject({
    ...{ received_at, is_received_by_hand: true },
  });
  expect((await auditOf(doorstep.db, 'applicant', id))[0]).toMatchObject({
    before: { received_at: null, due_at: expect.any(String) },
    after: { received_at, due_at: answer.json().clock.due_at },
  });
  const future = new Date(Date.now() + hour).toISOString();
  const early = new Date(Date.now() - 400 * 24 * hour).toISOString();
  for (const wrong of [future, early, '0000-01-01T00:00:00Z', '1000-01-01T00:00:00Z']) {
    const { errors } = (await change(id, { received_at: wrong })).json();
    expect(errors, wrong).toHaveProperty('received_at');
  }
  expect((await change(id, { received_at: null })).statusCode).toBe(200);
  expect((await recordOf(id)).clock_details).toMatchObject({ is_received_by_hand: false });
  expect(lender.ruleId).toBe((await row(id)).rule_id);
});

test('an applicant that was decided without a clock gets none afterwards', async () => {
  const agent = await addUser(doorstep.db, 'agent');
  const { id, applicant } = await addVerificationRow(doorstep.db, agent.id);
  expect((await decide(id)).statusCode).toBe(200);
  await doorstep.db
    .insertInto('lender_portfolios')
    .values({
      portfolio_name: applicant.portfolio_name,
      lender_id: (await addLenderRow(doorstep.db)).id,
    })
    .execute();
  const received_at = new Date(Date.now() - 10 * hour).toISOString();
  expect((await change(applicant.id, { received_at })).statusCode).toBe(200);
  expect(await row(applicant.id)).toMatchObject({ due_at: null, clock_runs: false });
});

// Covers: dialogs-5
test('a colleague’s change in the meantime is not overwritten', async () => {
  const { id } = await withDue();
  const seen = (await row(id)).updated_at;
  await change(id, { is_urgent: true });
  for (const answer of [
    await pause(id, { because: 'lender_query', updated_at: seen }),
    await change(id, { is_withdrawn: true, updated_at: seen }),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'changed_meanwhile']);
  }
});

const post = (path: string, payload = {}) => admin.post(path, payload);
const decide = (id: number) =>
  post(`verification_tasks/${id}/admin-decision/`, { decision: 'positive' });
const undo = (id: number) => post(`review/${id}/undo/`);

test('the clock stops once the decision can’t be undone, and continues if it was undone', async () => {
  const agent = await addUser(doorstep.db, 'agent');
  const { id, applicant } = await addVerificationRow(doorstep.db, agent.id);
  const { ruleId } = await addLenderRow(doorstep.db);
  await setDue(doorstep.db, applicant.id, ruleId);
  expect((await decide(id)).statusCode).toBe(200);
  const { decided_at } = await readRow(doorstep.db, 'verifications', { id }, ['decided_at']);
  const stopped = Date.parse((await row(applicant.id)).clock_stopped_at ?? '');
  expect(stopped - Date.parse(decided_at ?? '')).toBe(reviewTimes.undoDecisionSeconds * 1_000);
  expect((await row(applicant.id)).clock_runs).toBe(false);
  expect((await clockOf(applicant.id))?.state).toBe('running');

  expect((await undo(id)).statusCode).toBe(200);
  expect(await row(applicant.id)).toMatchObject({ clock_stopped_at: null, clock_runs: true });

  await decide(id);
  const deliverable = new Date(Date.now() - hour).toISOString();
  await doorstep.db
    .updateTable('applicants')
    .set({ clock_stopped_at: deliverable })
    .where('id', '=', applicant.id)
    .execute();
  expect(await clockOf(applicant.id)).toMatchObject({ state: 'stopped', warning: null });
  const late = await change(applicant.id, {
    received_at: new Date(Date.now() - hour).toISOString(),
  });
  expect([late.statusCode, late.json().code]).toEqual([409, 'clock_stopped']);
  const { due_at } = await row(applicant.id);
  const pins = { pin_code: '400999', instead_of: applicant.pin_code };
  expect((await post(`verification_tasks/${id}/correct-pin-code/`, pins)).statusCode).toBe(200);
  expect((await row(applicant.id)).due_at).toBe(due_at);
  const { name } = await addUser(doorstep.db, 'agent');
  await admin.patch(`applicants/${applicant.id}/`, { assigned_agent_name: name });
  expect((await row(applicant.id)).clock_stopped_at).toBe(deliverable);
});

test('a decision that replaces another stops the clock again, unless it has stopped', async () => {
  const { id, applicant } = await addVerificationRow(
    doorstep.db,
    (await addUser(doorstep.db, 'agent')).id,
  );
  const { ruleId } = await addLenderRow(doorstep.db);
  await setDue(doorstep.db, applicant.id, ruleId);
  const stoppedAt = async () => Date.parse((await row(applicant.id)).clock_stopped_at ?? '');
  const decidedAt = async () =>
    Date.parse(
      (await readRow(doorstep.db, 'verifications', { id }, ['decided_at'])).decided_at ?? '',
    );
  const decideAs = (decision: string) =>
    post(`verification_tasks/${id}/admin-decision/`, { decision });
  const minute = reviewTimes.undoDecisionSeconds * 1_000;

  await decideAs('positive');
  const first = await decidedAt();
  await decideAs('negative');
  expect(await decidedAt()).toBeGreaterThan(first);
  expect(await stoppedAt()).toBe((await decidedAt()) + minute);
  expect((await undo(id)).statusCode).toBe(200);
  expect([await decidedAt(), await stoppedAt()]).toEqual([first, first + minute]);

  const deliverable = Date.now() - hour;
  await doorstep.db
    .updateTable('applicants')
    .set({ clock_stopped_at: new Date(deliverable).toISOString() })
    .where('id', '=', applicant.id)
    .execute();
  await decideAs('negative');
  expect(await stoppedAt()).toBe(deliverable);
});

test('a verification in the list and a task on the phone show when they are due', async () => {
  const agent = await signIn(doorstep, 'agent');
  const { id, applicant } = await addVerificationRow(doorstep.db, agent.user.id);
  const lender = await addLenderRow(doorstep.db);
  const due_at = await setDue(doorstep.db, applicant.id, lender.ruleId);
  const list = await admin.get('verification_tasks/?fields=list');
  expect(
    list.json().results.find((one: { verification_id: number }) => one.verification_id === id)
      .clock,
  ).toMatchObject({ due_at, lender: lender.name, state: 'running' });

  const task = await addApplicant(doorstep.db, { assigned_agent_id: agent.user.id });
  const tasks = async () => {
    const answer = await agent.get('agent/task-changes/');
    return answer.json<{ tasks: AgentTask[] }>().tasks.find((one) => one.id === task.id);
  };
  const before = await tasks();
  expect(before?.due_at).toBeNull();
  const taskDue = await setDue(doorstep.db, task.id, lender.ruleId);
  expect(await tasks()).toMatchObject({ due_at: taskDue });
  expect((await tasks())?.revision).not.toBe(before?.revision);
});
