import type { DueFilter } from '@doorstep/contract/clock';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { dayStart } from '../../db/moments.ts';
import { readWorkingHours } from './clock-store.ts';
import { dayIn } from './days.ts';
import { minute, workingTime } from './working-time.ts';

const soon = 120 * minute;
const moment = (milliseconds: number) => sql`${new Date(milliseconds).toISOString()}::timestamptz`;

/**
 * The condition that the clock of an applicant `a` is paused. It must be the same as the condition of the
 * index `applicants_paused`. Otherwise, PostgreSQL would not use the index.
 */
const isPaused = sql<boolean>`a.paused_at is not null and a.withdrawn_at is null
  and a.clock_stopped_at is null and a.deleted_at is null`;

export const waitsForLender = sql<boolean>`${isPaused} and exists (select from clock_pauses p
  where p.applicant_id = a.id and p.to_at is null and p.because = 'lender_query')`;

export const showsRunning = (due: DueFilter | undefined): boolean =>
  due !== undefined && due !== 'paused' && due !== 'question';

/**
 * Returns the condition of a due filter on applicants `a`. `today` and `2h` exclude applicants that are
 * late already.
 */
export async function dueCondition(
  db: Db,
  due: DueFilter,
  timeZone: string,
  now = Date.now(),
): Promise<RawBuilder<boolean>> {
  if (due === 'paused') return isPaused;
  if (due === 'question') return waitsForLender;
  if (due === 'late') return sql`a.clock_runs and a.due_at < ${moment(now)}`;
  const isAhead = sql`a.clock_runs and a.due_at >= ${moment(now)}`;
  if (due === '2h') return sql`${isAhead} and ${await isSoon(db, timeZone, now)}`;
  const today = dayIn(timeZone, now).toString();
  return sql`${isAhead} and a.due_at < ${dayStart(today, 1, timeZone)}`;
}

/**
 * Returns the condition that an applicant is due within two working hours. Each calendar has its own
 * condition, because the two hours end at a different time in each calendar.
 */
async function isSoon(db: Db, timeZone: string, now: number): Promise<RawBuilder<boolean>> {
  const calendars = await db
    .selectFrom('turnaround_rules')
    .select('calendar_id')
    .distinct()
    .execute();
  if (calendars.length === 0) return sql`false`;
  const yesterday = new Date(now - 24 * 60 * minute).toISOString().slice(0, 10);
  const hours = await readWorkingHours(
    db,
    calendars.map(({ calendar_id }) => calendar_id),
    { from: yesterday, to: 'infinity' },
  );
  const ends = [...hours].map(([id, week]) => ({
    id,
    end: workingTime(week, timeZone).add(now, soon),
  }));
  const latest = Math.max(...ends.map(({ end }) => end));
  const isBeforeLatest = sql<boolean>`a.due_at <= ${moment(latest)}`;
  if (ends.every(({ end }) => end === latest)) return isBeforeLatest;
  return sql`${isBeforeLatest} and exists (
    select from turnaround_rules r
    join unnest(${ends.map(({ id }) => id)}::bigint[],
      ${ends.map(({ end }) => new Date(end).toISOString())}::timestamptz[]) as soon (calendar_id, until)
      using (calendar_id)
    where r.id = a.rule_id and a.due_at <= soon.until)`;
}
