import type { Applicant, ApplicantRecord } from '@doorstep/contract/applicants';
import { reviewTimes } from '@doorstep/contract/review';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { withClocks } from '../../../domain/clock/clock-rows.ts';
import { addLenderRow, setDue, weekOf } from '../../../testing/lenders.ts';
import { changeRows, readRow } from '../../../testing/rows.ts';
import { addVerificationRow } from '../../../testing/submission.ts';
import {
  addApplicant,
  addUser,
  auditOf,
  signIn,
  startSharedApp,
} from '../../../testing/test-app.ts';

const doorstep = await startSharedApp();
const { db } = doorstep;
const admin = await signIn(doorstep, 'admin');

const hour = 3_600_000;

/** Adds an applicant that is due in `hours` hours, by a calendar that is always open. */
async function withDue(hours = 24) {
  const lender = await addLenderRow(db);
  const created_at = new Date(Date.now() - 24 * hour).toISOString();
  const { id } = await addApplicant(db, { portfolio_name: lender.portfolio, created_at });
  return { id, lender, due_at: await setDue(db, id, lender.ruleId, hours * hour) };
}

const pause = (id: number, payload: object = { because: 'lender_query' }) =>
  admin.post(`applicants/${id}/pause/`, payload);
const resume = (id: number) => admin.post(`applicants/${id}/resume/`, {});
const change = (id: number, payload: object) => admin.patch(`applicants/${id}/clock/`, payload);
const decide = (id: number, decision = 'positive') =>
  admin.post(`verification_tasks/${id}/admin-decision/`, { decision });
const undo = (id: number) => admin.post(`review/${id}/undo/`, {});

const rowOf = (id: number) => readRow(db, 'applicants', { id });
const recordOf = async (id: number) => {
  const answer = await admin.get(`applicants/${id}/`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ApplicantRecord>();
};
const clockOf = async (id: number) => (await recordOf(id)).clock;
const stopAt = (id: number, clock_stopped_at: string) =>
  changeRows(db, 'applicants', { id }, { clock_stopped_at });
const backdate = (id: number, hours: number) =>
  sql`with moved as (update clock_pauses set from_at = from_at - make_interval(hours => ${hours})
      where applicant_id = ${id} and to_at is null)
    update applicants set paused_at = paused_at - make_interval(hours => ${hours}) where id = ${id}`.execute(
    db,
  );

test('without a lender of the portfolio, no clock is shown and none is changed', async () => {
  const { id } = await addApplicant(db);
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
  expect(await auditOf(db, 'applicant', id)).toEqual([]);
});

test('the list and the record show when an applicant is due, by which rule, and what is nearly late', async () => {
  const { id, lender, due_at } = await withDue(2.5);
  const answer = await admin.get(`applicants/?search=${id}`);
  const [row] = answer.json<{ results: Applicant[] }>().results;
  expect(row?.clock).toEqual({
    ...{ lender: lender.name, due_at, state: 'running', is_urgent: false },
    minutes_left: expect.any(Number),
    // This warning begins three hours before the due time, and no agent is assigned yet.
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
  const { id: agent } = await addUser(db, 'agent');
  const assigned_agent_id = status === 'pending' ? null : agent;
  await changeRows(db, 'applicants', { id }, { status, assigned_agent_id });
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
  // The clock still has the time that was left when the pause began, five hours ago.
  expect((await clockOf(id))?.minutes_left).toBeGreaterThan(7 * 60);

  const before = await rowOf(id);
  const resumed = await resume(id);
  expect(resumed.statusCode).toBe(200);
  const after = await rowOf(id);
  for (const name of ['due_at', 'warn_undecided_at', 'warn_unassigned_at'] as const) {
    const moved = Date.parse(after[name] ?? '') - Date.parse(before[name] ?? '');
    expect([name, Math.round(moved / hour)]).toEqual([name, 5]);
  }
  expect(resumed.json<Applicant>().clock).toMatchObject({ state: 'running', due_at: after.due_at });
  expect((await resume(id)).json()).toMatchObject({ code: 'not_paused' });
  expect((await recordOf(id)).clock_details?.pauses).toMatchObject([
    { because: 'applicant_asked', by: admin.user.name, to: expect.any(String) },
  ]);
  expect(await auditOf(db, 'applicant', id)).toMatchObject([
    { action: 'pause_clock', after: { because: 'applicant_asked' } },
    { action: 'resume_clock', before: { due_at }, after: { due_at: after.due_at } },
  ]);
});

test('what was due at closing is late from then on, although no working time passes', async () => {
  const week = weekOf([{ from: '09:00', to: '18:00' }]);
  const { ruleId } = await addLenderRow(db, { week });
  const due = Date.parse('2026-03-09T18:00+05:30');
  const warned = { unassigned: due - 3 * hour, unvisited: due - 2 * hour, undecided: due - hour };
  const running = {
    ...{ rule_id: ruleId, status: 'visited' as const, due, ...warned, is_urgent: false },
    ...{ paused: null, withdrawn: null, stopped: null },
  } as const;
  const clocks = [running, { ...running, stopped: due + hour }, { ...running, stopped: due }];
  const rows = await withClocks(
    db,
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

test('the rules of one calendar look up each day only once', async () => {
  const { ruleId } = await addLenderRow(db);
  const { rows } = await sql<{ id: number }>`
    insert into turnaround_rules (lender_id, minutes, calendar_id, starts, valid_from)
    select lender_id, minutes, calendar_id, starts, '2020-01-02' from turnaround_rules where id = ${ruleId}
    returning id`.execute(db);
  const now = Date.parse('2026-03-09T12:00+05:30');
  const due = now - 30 * 24 * hour;
  const clockOf = (rule_id: number) => ({
    ...{ rule_id, status: 'visited' as const, due, unassigned: due, unvisited: due },
    ...{ undecided: due, is_urgent: false, paused: null, withdrawn: null, stopped: null },
  });
  const days = vi.spyOn(Temporal.PlainDate, 'from');
  const clocks = [ruleId, rows[0]?.id ?? 0].map((id) => ({ clock: clockOf(id) }));
  const shown = await withClocks(db, clocks, 'Asia/Kolkata', now);
  expect(shown.map(({ clock }) => clock?.state)).toEqual(['running', 'running']);
  expect(days.mock.calls.length).toBeLessThanOrEqual(32);
  days.mockRestore();
});

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
  expect((await rowOf(id)).clock_runs).toBe(false);
  expect((await pause(id)).json().code).toBe('clock_stopped');
  expect((await change(id, { is_withdrawn: false })).json().clock.state).toBe('running');
  expect(await auditOf(db, 'applicant', id)).toMatchObject([
    { action: 'change_clock', before: { is_withdrawn: false }, after: { is_withdrawn: true } },
    { action: 'change_clock', before: { is_withdrawn: true }, after: { is_withdrawn: false } },
  ]);
});

test('an urgent applicant is shown as urgent; an unchanged value changes nothing', async () => {
  const { id } = await withDue();
  expect((await change(id, { is_urgent: true })).json().clock.is_urgent).toBe(true);
  expect((await change(id, { is_urgent: true })).statusCode).toBe(200);
  expect(await auditOf(db, 'applicant', id)).toHaveLength(1);
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
  expect((await auditOf(db, 'applicant', id))[0]).toMatchObject({
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
  expect(lender.ruleId).toBe((await rowOf(id)).rule_id);
});

test('an applicant that was decided without a clock gets none afterwards', async () => {
  const agent = await addUser(db, 'agent');
  const { id, applicant } = await addVerificationRow(db, agent.id);
  expect((await decide(id)).statusCode).toBe(200);
  await addLenderRow(db, { portfolios: [applicant.portfolio_name] });
  const received_at = new Date(Date.now() - 10 * hour).toISOString();
  expect((await change(applicant.id, { received_at })).statusCode).toBe(200);
  expect(await rowOf(applicant.id)).toMatchObject({ due_at: null, clock_runs: false });
});

// Covers: dialogs-5
test('a colleague’s change in the meantime is not overwritten', async () => {
  const { id } = await withDue();
  const seen = (await rowOf(id)).updated_at;
  await change(id, { is_urgent: true });
  for (const answer of [
    await pause(id, { because: 'lender_query', updated_at: seen }),
    await change(id, { is_withdrawn: true, updated_at: seen }),
  ]) {
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'changed_meanwhile']);
  }
});

/** Adds a verification whose applicant has a clock. */
async function addVerificationWithClock(agentId?: number) {
  const agent_id = agentId ?? (await addUser(db, 'agent')).id;
  const { id, applicant } = await addVerificationRow(db, agent_id);
  const { ruleId, name: lender } = await addLenderRow(db);
  return { id, applicant, ruleId, lender, due_at: await setDue(db, applicant.id, ruleId) };
}
const decidedAt = async (id: number) =>
  Date.parse((await readRow(db, 'verifications', { id }, ['decided_at'])).decided_at ?? '');
const stoppedAt = async (id: number) => Date.parse((await rowOf(id)).clock_stopped_at ?? '');
const minute = reviewTimes.undoDecisionSeconds * 1_000;

test('the clock stops once the decision can’t be undone, and continues if it was undone', async () => {
  const { id, applicant } = await addVerificationWithClock();
  expect((await decide(id)).statusCode).toBe(200);
  expect(await stoppedAt(applicant.id)).toBe((await decidedAt(id)) + minute);
  expect((await rowOf(applicant.id)).clock_runs).toBe(false);
  expect((await clockOf(applicant.id))?.state).toBe('running');

  expect((await undo(id)).statusCode).toBe(200);
  expect(await rowOf(applicant.id)).toMatchObject({ clock_stopped_at: null, clock_runs: true });
});

test('a clock that has stopped stays as it is', async () => {
  const { id, applicant, due_at } = await addVerificationWithClock();
  await decide(id);
  const stopped = new Date(Date.now() - hour).toISOString();
  await stopAt(applicant.id, stopped);
  expect(await clockOf(applicant.id)).toMatchObject({ state: 'stopped', warning: null });
  const late = await change(applicant.id, { received_at: stopped });
  expect([late.statusCode, late.json().code]).toEqual([409, 'clock_stopped']);
  const pins = { pin_code: '400999', instead_of: applicant.pin_code };
  const corrected = await admin.post(`verification_tasks/${id}/correct-pin-code/`, pins);
  expect(corrected.statusCode).toBe(200);
  expect((await rowOf(applicant.id)).due_at).toBe(due_at);
  await decide(id, 'negative');
  expect((await rowOf(applicant.id)).clock_stopped_at).toBe(stopped);
  const { name } = await addUser(db, 'agent');
  await admin.patch(`applicants/${applicant.id}/`, { assigned_agent_name: name });
  expect((await rowOf(applicant.id)).clock_stopped_at).toBe(stopped);
});

test('a decision that replaces another stops the clock again', async () => {
  const { id, applicant } = await addVerificationWithClock();
  await decide(id);
  const first = await decidedAt(id);
  await decide(id, 'negative');
  expect(await decidedAt(id)).toBeGreaterThan(first);
  expect(await stoppedAt(applicant.id)).toBe((await decidedAt(id)) + minute);
  expect((await undo(id)).statusCode).toBe(200);
  expect([await decidedAt(id), await stoppedAt(applicant.id)]).toEqual([first, first + minute]);
});

test('a verification in the list and a task on the phone show when they are due', async () => {
  const agent = await signIn(doorstep, 'agent');
  const { id, ruleId, lender, due_at } = await addVerificationWithClock(agent.user.id);
  const { results } = (await admin.get('verification_tasks/?fields=list')).json();
  expect(results).toContainEqual(
    expect.objectContaining({
      verification_id: id,
      clock: expect.objectContaining({ due_at, lender, state: 'running' }),
    }),
  );

  const task = await addApplicant(db, { assigned_agent_id: agent.user.id });
  const readTask = async () => {
    const { tasks } = (await agent.get('agent/task-changes/')).json<{ tasks: AgentTask[] }>();
    return tasks.find((one) => one.id === task.id);
  };
  const before = await readTask();
  expect(before?.due_at).toBeNull();
  const taskDue = await setDue(db, task.id, ruleId);
  const after = await readTask();
  expect(after?.due_at).toBe(taskDue);
  expect(after?.revision).not.toBe(before?.revision);
});
