import type { Board } from '@doorstep/contract/board';
import { expect, test } from 'vitest';
import { rollUpCounts } from '../../db/counts/counts.ts';
import { workingTime } from '../../domain/clock/working-time.ts';
import { addOpenWork } from '../../testing/open-work.ts';
import { changeRows, readRows } from '../../testing/rows.ts';
import { addApplicant, addUser, signIn, startSharedApp } from '../../testing/test-app.ts';
import { addHeldVisit } from '../../testing/visits/recorded-visit.ts';
import { readBoard } from './board-service.ts';

const doorstep = await startSharedApp();
const { db } = doorstep;

const zone = 'Asia/Kolkata';
const hour = 3_600_000;

// Covers: board-2
test('without a lender it has no clocks', async () => {
  const admin = await signIn(doorstep, 'admin');
  await addUser(db, 'agent');
  const board = (await admin.get('board/')).json<Board>();
  expect(board.lenders).toEqual([]);
  expect(board).not.toHaveProperty('late');
  expect(board).not.toHaveProperty('due_soon');
  expect(Object.keys(board.attention)).toEqual(['held', 'given_back', 'serious', 'messages']);
  for (const agent of board.agents) expect(agent).not.toHaveProperty('late');
});

// Covers: board-3
test('a task that was given back stays on the board until it is assigned again', async () => {
  const agent = await signIn(doorstep, 'agent');
  const applicant = await addApplicant(db, { assigned_agent_id: agent.user.id });
  const given = await agent.post(`agent/tasks/${applicant.id}/give-back/`, {
    ...{ assignment_version: 0, reason: 'on_leave', note: '' },
  });
  expect(given.statusCode).toBe(200);
  const givenBack = async () => (await readBoard(db, zone)).attention.given_back;
  expect(await givenBack()).toMatchObject({
    count: 1,
    first: [{ applicant_id: applicant.id, applicant: applicant.applicant_name }],
  });
  const assigned = { status: 'assigned' as const, assigned_agent_id: agent.user.id };
  await changeRows(db, 'applicants', { id: applicant.id }, assigned);
  expect(await givenBack()).toEqual({ count: 0, first: [] });
});

const dayOf = (moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone).toPlainDate().toString();
const at = (moment: string | Date | null) => (moment === null ? null : Number(new Date(moment)));

async function countNaively(now: number) {
  const all = await readRows(db, 'applicants', {});
  const applicants = all.filter(({ deleted_at }) => deleted_at === null);
  const verifications = await readRows(db, 'verifications', {});
  const findings = await readRows(db, 'evidence_findings', {});
  const lenders = await readRows(db, 'lenders', {});
  const portfolios = await readRows(db, 'lender_portfolios', {});
  const rules = await readRows(db, 'turnaround_rules', {});
  const calendars = await readRows(db, 'calendars', {});
  const users = await readRows(db, 'users', {});
  const pauses = await readRows(db, 'clock_pauses', {});
  const visits = await readRows(db, 'visits', {});

  const due = ({ due_at }: (typeof all)[number]) => at(due_at) ?? Number.NaN;
  const running = applicants.filter(
    (one) =>
      one.due_at !== null && !one.paused_at && !one.withdrawn_at && one.clock_stopped_at === null,
  );
  const late = running.filter((one) => due(one) < now);
  const today = running.filter((one) => due(one) >= now && dayOf(due(one)) === dayOf(now));
  const soon = running.filter((one) => {
    const rule = rules.find(({ id }) => id === one.rule_id);
    const calendar = calendars.find(({ id }) => id === rule?.calendar_id);
    if (!calendar) return false;
    const time = workingTime({ week: calendar.week, days: [] }, zone);
    return due(one) >= now && due(one) <= time.add(now, 2 * hour);
  });
  const onDesk = verifications.filter(
    (one) =>
      one.admin_decision === 'pending' &&
      !one.sent_back_at &&
      one.photos_expected <= one.image_count,
  );
  const serious = onDesk.filter(({ id }) =>
    findings.some(
      (one) => one.verification_id === id && one.level === 'serious' && one.dismissed_by === null,
    ),
  );
  const isOf = (lender: number) => (one: { portfolio_name: string }) =>
    portfolios.some((p) => p.lender_id === lender && p.portfolio_name === one.portfolio_name);
  const stopped = applicants.filter(
    ({ clock_stopped_at: end }) =>
      end && (at(end) ?? 0) <= now && dayOf(at(end) ?? 0) === dayOf(now),
  );
  const of = (id: number) => (one: { assigned_agent_id: number | null; status: string }) =>
    one.assigned_agent_id === id && one.status === 'assigned';
  return {
    unassigned: applicants.filter(({ status }) => status === 'pending').length,
    out: applicants.filter(({ status }) => status === 'assigned').length,
    to_review: onDesk.length,
    due_soon: soon.length,
    late: late.length,
    given_back: applicants.filter((one) => one.status === 'pending' && one.given_back_at).length,
    serious: serious.length,
    agents: users
      .filter((one) => !one.is_admin)
      .map(({ id, is_active }) => ({
        id,
        is_active,
        open: applicants.filter(of(id)).length,
        visited_today: verifications.filter(
          (one) => one.agent_id === id && dayOf(at(one.submitted_at) ?? 0) === dayOf(now),
        ).length,
        to_send: visits.filter((one) => one.agent_id === id && !one.completed_at).length,
        due_today: today.filter(of(id)).length,
        late: late.filter(of(id)).length,
      }))
      .filter(({ is_active, open }) => is_active || open > 0),
    lenders: lenders.map(({ id }) => ({
      id,
      in_today: applicants
        .filter(isOf(id))
        .filter(({ created_at }) => dayOf(at(created_at) ?? 0) === dayOf(now)).length,
      done_today: stopped.filter(isOf(id)).length,
      in_time_today: stopped
        .filter(isOf(id))
        .filter(
          ({ clock_stopped_at, paused_at, withdrawn_at, ...one }) =>
            Math.min(
              ...[clock_stopped_at, paused_at, withdrawn_at].map((end) => at(end) ?? Infinity),
            ) <= (at(one.due_at) ?? Number.NaN),
        ).length,
      late: late.filter(isOf(id)).length,
      questions: applicants
        .filter(isOf(id))
        .filter((one) => one.paused_at && !one.withdrawn_at && !one.clock_stopped_at)
        .filter((one) =>
          pauses.some(
            (pause) =>
              pause.applicant_id === one.id && !pause.to_at && pause.because === 'lender_query',
          ),
        ).length,
      oldest: applicants
        .filter(isOf(id))
        .filter(({ status, withdrawn_at }) => status !== 'submitted' && !withdrawn_at)
        .map((one) => one.id)
        .toSorted((a, b) => a - b)[0],
    })),
  };
}

// Covers: board-1, board-2
test('its numbers equal a count of all rows', async () => {
  for (const seed of [1, 2]) await addOpenWork(db, seed);
  await rollUpCounts(db);
  await addOpenWork(db, 3);
  const byId = <T extends { id: number }>(rows: readonly T[]) =>
    rows.toSorted((a, b) => a.id - b.id);
  const start = Temporal.Now.zonedDateTimeISO(zone).startOfDay().epochMilliseconds;
  for (const now of [Date.now(), start + 1, start + 12 * hour, start + 24 * hour - 1]) {
    const naive = await countNaively(now);
    const board = await readBoard(db, zone, now);
    const { attention } = board;
    expect({
      ...{ unassigned: board.unassigned, out: board.out, to_review: board.to_review },
      ...{ due_soon: board.due_soon, late: board.late },
      ...{ given_back: attention.given_back.count, serious: attention.serious.count },
      agents: byId(board.agents).map(({ name: _, last_seen: __, ...agent }) => agent),
      lenders: byId(board.lenders).map(({ name: _, oldest, ...lender }) => ({
        ...lender,
        oldest: oldest?.applicant_id,
      })),
    }).toEqual({ ...naive, agents: byId(naive.agents), lenders: byId(naive.lenders) });
    expect(attention.late?.count).toBe(naive.late);
    expect(attention.late?.first.length).toBe(Math.min(3, naive.late));
  }
  // Asserts that these numbers are not zero, because equal zeros would prove nothing.
  const last = await countNaively(start + 12 * hour);
  for (const name of ['unassigned', 'out', 'to_review', 'late', 'given_back', 'serious'] as const)
    expect([name, last[name] > 0]).toEqual([name, true]);
  expect(last.agents.some(({ to_send }) => to_send > 0)).toBe(true);
  expect(last.lenders.some(({ questions }) => questions > 0)).toBe(true);
});

// Covers: board-3
test('a held visit needs attention', async () => {
  const agents = { late: (await addUser(db, 'agent')).id, now: (await addUser(db, 'agent')).id };
  const { id } = (await addHeldVisit(db, agents)).applicant;
  const { held } = (await readBoard(db, zone)).attention;
  expect(held).toMatchObject({ count: 1, first: [{ applicant_id: id, verification_id: null }] });
});

test('an agent was last seen when one of their sessions was last used', async () => {
  const agent = await signIn(doorstep, 'agent');
  const seen = async () =>
    (await readBoard(db, zone)).agents.find(({ id }) => id === agent.user.id)?.last_seen;
  expect(Date.now() - Number(new Date((await seen()) ?? 0))).toBeLessThan(10 * 60_000);
  await changeRows(db, 'sessions', {}, { ended_at: new Date() });
  expect(await seen()).toBeNull();
});
