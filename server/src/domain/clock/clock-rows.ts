import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { Clock } from '@doorstep/contract/clock';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { listRuleHours } from './clock-store.ts';
import { minute, workingTime } from './working-time.ts';

/** The clock of a row as it is stored. Times are in milliseconds since 1970. */
export interface StoredClock {
  rule_id: number;
  status: ApplicantStatus;
  due: number;
  unassigned: number;
  unvisited: number;
  undecided: number;
  paused: number | null;
  withdrawn: number | null;
  stopped: number | null;
  is_urgent: boolean;
}

const milliseconds = (column: string) =>
  sql`floor(extract(epoch from ${sql.ref(`a.${column}`)}) * 1000)`;

export const storedClock = sql<StoredClock | null>`case when a.rule_id is not null then json_build_object(
  'rule_id', a.rule_id, 'status', a.status, 'due', ${milliseconds('due_at')},
  'unassigned', ${milliseconds('warn_unassigned_at')}, 'unvisited', ${milliseconds('warn_unvisited_at')},
  'undecided', ${milliseconds('warn_undecided_at')}, 'paused', ${milliseconds('paused_at')},
  'withdrawn', ${milliseconds('withdrawn_at')}, 'stopped', ${milliseconds('clock_stopped_at')},
  'is_urgent', a.is_urgent) end`;

const day = 86_400_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

export async function withClocks<Row extends { clock: StoredClock | null }>(
  db: Db,
  rows: readonly Row[],
  timeZone: string,
  now = Date.now(),
): Promise<(Omit<Row, 'clock'> & { clock?: Clock })[]> {
  const clocks = rows.flatMap(({ clock }) => (clock ? [clock] : []));
  if (clocks.length === 0) return rows.map(({ clock: _, ...row }) => row);
  const moments = clocks.flatMap((clock) => [clock.due, haltOf(clock, now)]);
  const rules = await listRuleHours(
    db,
    clocks.map(({ rule_id }) => rule_id),
    { from: dayOf(Math.min(...moments) - day), to: dayOf(Math.max(...moments) + day) },
  );
  // Creates one `workingTime` for each calendar, not for each rule, because a `workingTime` caches the days
  // that it has looked up.
  const times = new Map(rules.map((rule) => [rule.calendar_id, workingTime(rule, timeZone)]));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  return rows.map(({ clock, ...row }) => {
    const rule = clock && byId.get(clock.rule_id);
    const time = rule && times.get(rule.calendar_id);
    if (!time) return row;
    const halt = haltOf(clock, now);
    const left = Math.floor(time.between(halt, clock.due) / minute);
    // An applicant counts as late even if no working time has passed since the due time, for example in the
    // evening or on a holiday.
    const minutesLeft = halt > clock.due ? Math.min(left, -1) : left;
    return { ...row, clock: describeClock(clock, rule.lender, minutesLeft, now) };
  });
}

/**
 * Returns the time until which a clock ran, or `now` if it is running. A decision stops the clock when the
 * decision can no longer be undone.
 */
function haltOf({ paused, withdrawn, stopped }: StoredClock, now: number): number {
  return Math.min(now, paused ?? now, withdrawn ?? now, stopped ?? now);
}

function stateOf({ paused, withdrawn, stopped }: StoredClock, now: number): Clock['state'] {
  if (stopped !== null && stopped <= now) return 'stopped';
  if (withdrawn !== null) return 'withdrawn';
  return paused === null ? 'running' : 'paused';
}

function describeClock(
  clock: StoredClock,
  lender: string,
  minutesLeft: number,
  now: number,
): Clock {
  const state = stateOf(clock, now);
  return {
    lender,
    due_at: new Date(clock.due).toISOString(),
    minutes_left: minutesLeft,
    state,
    warning: state === 'running' ? warningOf(clock, now) : null,
    is_urgent: clock.is_urgent,
  };
}

function warningOf(clock: StoredClock, now: number): Clock['warning'] {
  const { status } = clock;
  if (now > clock.due) return 'late';
  if (now > clock.undecided && status !== 'submitted') return 'undecided';
  if (now > clock.unvisited && (status === 'pending' || status === 'assigned')) return 'unvisited';
  if (now > clock.unassigned && status === 'pending') return 'unassigned';
  return null;
}
