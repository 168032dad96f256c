import type { ClockChange } from '@doorstep/contract/applicants/clock';
import type { ClockDetails, PauseReason } from '@doorstep/contract/clock';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import {
  deadlineColumns,
  listAppliedRules,
  readWorkingHours,
  setDeadlines,
} from '../../../domain/clock/clock-store.ts';
import { postpone } from '../../../domain/clock/turnaround.ts';
import { recalculate } from '../../../domain/clock/turnarounds.ts';
import { minute, workingTime } from '../../../domain/clock/working-time.ts';
import {
  conflict,
  invalid,
  orNotFound,
  rejectAnonymised,
  rejectOutdated,
} from '../../../problems.ts';
import type { StoredApplicant } from '../applicant-rows.ts';
import { findClockDetails } from './clock-record-store.ts';
import { beginPause, endPause, type LockedClock, lockClock, setClock } from './clock-store.ts';

export async function describeClock(
  db: Db,
  applicantId: number,
): Promise<{ clock_details?: ClockDetails }> {
  const found = await findClockDetails(db, applicantId);
  if (!found) return {};
  const { rule_id, ...details } = found;
  const [rule] = rule_id === null ? [] : await listAppliedRules(db, [rule_id]);
  return { clock_details: { ...details, rule: rule ?? null } };
}

interface Asked {
  id: number;
  adminId: number;
  /** The applicant's `updated_at` when the admin read it. */
  seen: string | undefined;
}

function changeLocked(
  db: Kysely<Database>,
  { id, seen }: Asked,
  change: (trx: Db, clock: LockedClock) => Promise<StoredApplicant>,
): Promise<StoredApplicant> {
  return db.transaction().execute(async (trx) => {
    const clock = orNotFound(await lockClock(trx, id), 'Applicant');
    rejectAnonymised(clock.anonymised_at);
    rejectOutdated(seen, clock.updated_at, clock.applicant_name);
    return change(trx, clock);
  });
}

function rejectWithoutDue({ due_at, applicant_name }: LockedClock): void {
  if (due_at === null)
    throw conflict(
      `${applicant_name} has no due time. A super admin can set rules under Lenders.`,
      'no_clock',
    );
}

export const pause = (
  db: Kysely<Database>,
  actor: Actor,
  { because, ...asked }: Asked & { because: PauseReason },
): Promise<StoredApplicant> =>
  changeLocked(db, asked, async (trx, clock) => {
    rejectWithoutDue(clock);
    const { id, applicant_name, paused_at, withdrawn_at, clock_stopped_at } = clock;
    if (paused_at !== null || withdrawn_at !== null || clock_stopped_at !== null) {
      throw conflict(
        `The clock of ${applicant_name} ${paused_at === null ? 'has stopped' : 'is paused already'}.`,
        'clock_stopped',
      );
    }
    await beginPause(trx, id, { because, adminId: asked.adminId });
    await recordAudit(trx, actor, 'applicant.pause_clock', id, { after: { because } });
    return setClock(trx, id, { paused_at: 'now' });
  });

export const resume = (
  db: Kysely<Database>,
  actor: Actor,
  { timeZone, ...asked }: Asked & { timeZone: string },
): Promise<StoredApplicant> =>
  changeLocked(db, asked, async (trx, clock) => {
    const { id, due_at } = clock;
    const ended = await endPause(trx, id, asked.adminId);
    if (!ended?.to_at) {
      throw conflict(`The clock of ${clock.applicant_name} is not paused.`, 'not_paused');
    }
    const found = await postponed(trx, clock, timeZone, {
      from: Date.parse(ended.from_at),
      to: Date.parse(ended.to_at),
    });
    if (found) await setDeadlines(trx, id, found);
    await recordAudit(trx, actor, 'applicant.resume_clock', id, {
      before: { due_at },
      after: { due_at: found?.due_at ?? due_at },
    });
    return setClock(trx, id, { paused_at: null });
  });

async function postponed(
  trx: Db,
  clock: LockedClock,
  timeZone: string,
  pause: { from: number; to: number },
) {
  const { rule_id, due_at, warn_unassigned_at, warn_unvisited_at, warn_undecided_at } = clock;
  const received = Date.parse(clock.received_at ?? clock.created_at);
  if (!rule_id || !due_at || !warn_unassigned_at || !warn_unvisited_at || !warn_undecided_at) {
    return undefined;
  }
  const [rule] = await listAppliedRules(trx, [rule_id]);
  const hours = rule && (await readWorkingHours(trx, [rule.calendar_id])).get(rule.calendar_id);
  if (!hours) return undefined;
  const time = workingTime(hours, timeZone);
  const deadlines = {
    due: Date.parse(due_at),
    unassigned: Date.parse(warn_unassigned_at),
    unvisited: Date.parse(warn_unvisited_at),
    undecided: Date.parse(warn_undecided_at),
  };
  return deadlineColumns({
    ruleId: rule_id,
    deadlines: postpone(rule, time, received, deadlines, pause),
  });
}

const hasStopped = ({ clock_stopped_at }: LockedClock) =>
  clock_stopped_at !== null && Date.parse(clock_stopped_at) <= Date.now();

/**
 * The maximum time between receipt and upload, in days. An earlier receipt probably has a wrong year, and
 * its due time would take long to calculate.
 */
const mostDaysBeforeUpload = 366;

function rejectImpossibleReceipt(receivedAt: string, { created_at }: LockedClock): void {
  const received = Date.parse(receivedAt);
  if (received > Date.now()) {
    throw invalid({ received_at: ['The time of receipt must not be in the future'] });
  }
  if (received < Date.parse(created_at) - mostDaysBeforeUpload * 24 * 60 * minute) {
    throw invalid({
      received_at: ['The time of receipt must not be more than a year before the upload'],
    });
  }
}

export const change = (
  db: Kysely<Database>,
  actor: Actor,
  {
    change: { is_urgent, received_at, is_withdrawn },
    timeZone,
    ...asked
  }: Asked & { change: Omit<ClockChange, 'updated_at'>; timeZone: string },
): Promise<StoredApplicant> =>
  changeLocked(db, asked, async (trx, clock) => {
    const { id } = clock;
    if (received_at === undefined) rejectWithoutDue(clock);
    else if (clock.due_at === null && clock.lender_id === null) {
      throw conflict(`The portfolio ${clock.portfolio_name} belongs to no lender.`, 'no_clock');
    }
    if (received_at !== undefined && hasStopped(clock)) {
      throw conflict(`The clock of ${clock.applicant_name} has stopped.`, 'clock_stopped');
    }
    if (received_at) rejectImpossibleReceipt(received_at, clock);
    const wasWithdrawn = clock.withdrawn_at !== null;
    const changed = {
      ...(is_urgent !== undefined && is_urgent !== clock.is_urgent && { is_urgent }),
      ...(received_at !== undefined && !isSame(received_at, clock.received_at) && { received_at }),
      ...(is_withdrawn !== undefined && is_withdrawn !== wasWithdrawn && { is_withdrawn }),
    };
    if (Object.keys(changed).length === 0) return setClock(trx, id, {});
    const { is_withdrawn: withdrawn, ...columns } = changed;
    const applicant = await setClock(trx, id, {
      ...columns,
      ...(withdrawn !== undefined && { withdrawn_at: withdrawn ? 'now' : null }),
    });
    const moved =
      changed.received_at === undefined ? undefined : await recalculate(trx, id, timeZone);
    await recordAudit(trx, actor, 'applicant.change_clock', id, {
      before: {
        ...(changed.is_urgent !== undefined && { is_urgent: clock.is_urgent }),
        ...(changed.received_at !== undefined && { received_at: clock.received_at }),
        ...(changed.is_withdrawn !== undefined && { is_withdrawn: wasWithdrawn }),
        ...moved?.before,
      },
      after: { ...changed, ...moved?.after },
    });
    return moved ? setClock(trx, id, {}) : applicant;
  });

const isSame = (one: string | null, other: string | null) =>
  one === other || (one !== null && other !== null && Date.parse(one) === Date.parse(other));
