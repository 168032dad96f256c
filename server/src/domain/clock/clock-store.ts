import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { Deadlines } from './turnaround.ts';
import type { WorkingHours } from './working-time.ts';

/** The rules of lenders that apply now, each with the portfolios of its lender. */
export async function listRules(db: Db, lenderId?: number) {
  return db
    .selectFrom('turnaround_rules as r')
    .select(['r.id', 'r.lender_id', 'r.product_type', 'r.visit_type', 'r.pin_prefix', 'r.minutes'])
    .select(['r.calendar_id', 'r.starts', 'r.valid_from'])
    .select(
      sql<string[]>`array(
        select portfolio_name from lender_portfolios p where p.lender_id = r.lender_id)`.as(
        'portfolios',
      ),
    )
    .where('r.ended_at', 'is', null)
    .$if(lenderId !== undefined, (query) => query.where('r.lender_id', '=', lenderId ?? 0))
    .execute();
}
export type StoredRule = Awaited<ReturnType<typeof listRules>>[number];

/** The working hours of calendars by their ids; with `around`, only the holidays of those days. */
export async function readWorkingHours(
  db: Db,
  ids: readonly number[],
  around: { from: string; to: string } = { from: '-infinity', to: 'infinity' },
): Promise<Map<number, WorkingHours>> {
  const { rows } = await sql<WorkingHours & { id: number }>`
    select id, week, coalesce((select json_agg(json_build_object('day', day, 'hours', hours)) from calendar_days d
      where d.calendar_id = c.id and day between ${around.from}::date and ${around.to}::date), '[]') as days
    from calendars c where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...hours }) => [id, hours]));
}

/** A rule as applied, with its lender's name. */
export async function listAppliedRules(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('turnaround_rules as r')
    .innerJoin('lenders as l', 'l.id', 'r.lender_id')
    .innerJoin('calendars as c', 'c.id', 'r.calendar_id')
    .select(['r.id', 'l.name as lender', 'r.calendar_id', 'c.name as calendar', 'r.minutes'])
    .select(['r.product_type', 'r.visit_type', 'r.pin_prefix', 'r.starts', 'r.valid_from'])
    .where(sql<boolean>`r.id = any(${ids}::bigint[])`)
    .execute();
}

const moment = (milliseconds: number) => new Date(milliseconds).toISOString();

/** The stored form of deadlines; null for an applicant to which no rule applies. */
export const deadlineColumns = (found: { ruleId: number; deadlines: Deadlines } | null) => ({
  rule_id: found?.ruleId ?? null,
  due_at: found && moment(found.deadlines.due),
  warn_unassigned_at: found && moment(found.deadlines.unassigned),
  warn_unvisited_at: found && moment(found.deadlines.unvisited),
  warn_undecided_at: found && moment(found.deadlines.undecided),
});

export type DeadlineColumns = ReturnType<typeof deadlineColumns>;

/** {@link DeadlineColumns} of many, as a table `as` which the database reads their JSON. */
export const deadlineRecord = sql`rule_id bigint, due_at timestamptz, warn_unassigned_at timestamptz,
  warn_unvisited_at timestamptz, warn_undecided_at timestamptz`;

/**
 * The input of a clock, for an applicant that the caller has locked. Nothing for one that was decided without a clock: only
 * a change of status would stop a clock that began now.
 */
export async function readClockBasis(db: Db, applicantId: number) {
  const { rows } = await sql<ClockBasis>`select ${clockBasis} from applicants a
    where a.id = ${applicantId} and a.deleted_at is null
      and not (a.due_at is null and a.status = 'submitted')`.execute(db);
  return rows[0];
}

export interface ClockBasis {
  id: number;
  portfolio_name: string;
  product_type: string;
  visit_type: string;
  pin_code: string;
  received: number;
  due_at: string | null;
  rule_id: number | null;
  /** Pauses that are over, oldest first. */
  pauses: { from: number; to: number }[];
}

/** Whole milliseconds, cut as the driver cuts them: one calculation never differs from another by its rounding. */
const milliseconds = (moment: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${moment}) * 1000)::bigint`;

/** The columns of {@link ClockBasis}, of applicants `a`. */
export const clockBasis = sql`a.id, a.portfolio_name, a.product_type, a.visit_type, a.pin_code, a.due_at, a.rule_id,
  ${milliseconds(sql`coalesce(a.received_at, a.created_at)`)} as received,
  coalesce((select json_agg(json_build_object('from', ${milliseconds(sql`p.from_at`)}, 'to', ${milliseconds(sql`p.to_at`)})
    order by p.id) from clock_pauses p where p.applicant_id = a.id and p.to_at is not null), '[]') as pauses`;

/** Stores the deadlines of an applicant. */
export async function setDeadlines(
  db: Db,
  applicantId: number,
  columns: DeadlineColumns,
): Promise<void> {
  await db
    .updateTable('applicants')
    .set({ ...columns, updated_at: sql`now()` })
    .where('id', '=', applicantId)
    .execute();
}
