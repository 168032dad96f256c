import { type RawBuilder, sql } from 'kysely';
import { type Db, prepared } from '../../db/connection.ts';
import { updateRow } from '../../db/update-row.ts';
import type { Deadlines } from './turnaround.ts';
import type { WorkingHours } from './working-time.ts';

export async function listRules(db: Db, lenderId?: number) {
  return db
    .selectFrom('turnaround_rules as r')
    .select(['r.id', 'r.lender_id', 'r.product_type', 'r.visit_type', 'r.pin_prefix', 'r.minutes'])
    .select(['r.calendar_id', 'r.starts', 'r.valid_from'])
    .select(
      sql<string[]>`array(
        select portfolio_name from lender_portfolios p where p.lender_id = r.lender_id order by 1)`.as(
        'portfolios',
      ),
    )
    .where('r.ended_at', 'is', null)
    .orderBy('r.id')
    .$if(lenderId !== undefined, (query) => query.where('r.lender_id', '=', lenderId ?? 0))
    .execute();
}
export type StoredRule = Awaited<ReturnType<typeof listRules>>[number];

/** Returns SQL for the days between two dates on which a calendar `c` does not have its weekly hours. */
const daysBetween = (from: string, to: string) => sql`coalesce((
  select json_agg(json_build_object('day', day, 'hours', hours)) from calendar_days d
  where d.calendar_id = c.id and day between ${from}::date and ${to}::date), '[]')`;

export async function readWorkingHours(
  db: Db,
  ids: readonly number[],
  around: { from: string; to: string } = { from: '-infinity', to: 'infinity' },
): Promise<Map<number, WorkingHours>> {
  const { rows } = await sql<WorkingHours & { id: number }>`
    select id, week, ${daysBetween(around.from, around.to)} as days
    from calendars c where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, ...hours }) => [id, hours]));
}

type RuleHours = WorkingHours & { id: number; lender: string; calendar_id: number };

/**
 * Reads the lender's name and the calendar's weekly hours for each rule in `ids`. Also reads the days between
 * the two dates that have other hours.
 */
export async function listRuleHours(
  db: Db,
  ids: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<RuleHours[]> {
  const { rows } = await sql<RuleHours>`
    select ${prepared} r.id, l.name as lender, r.calendar_id, c.week, ${daysBetween(from, to)} as days
    from turnaround_rules r join lenders l on l.id = r.lender_id join calendars c on c.id = r.calendar_id
    where r.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

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

export const deadlineColumns = (found: { ruleId: number; deadlines: Deadlines } | null) => ({
  rule_id: found?.ruleId ?? null,
  due_at: found && moment(found.deadlines.due),
  warn_unassigned_at: found && moment(found.deadlines.unassigned),
  warn_unvisited_at: found && moment(found.deadlines.unvisited),
  warn_undecided_at: found && moment(found.deadlines.undecided),
});

export type DeadlineColumns = ReturnType<typeof deadlineColumns>;

export const hasDeadlines = (applicant: DeadlineColumns, columns: DeadlineColumns): boolean =>
  (Object.keys(columns) as (keyof DeadlineColumns)[]).every(
    (name) => applicant[name] === columns[name],
  );

/** The columns of {@link DeadlineColumns} with types, for a table that the database reads from JSON. */
export const deadlineRecord = sql`rule_id bigint, due_at timestamptz, warn_unassigned_at timestamptz,
  warn_unvisited_at timestamptz, warn_undecided_at timestamptz`;

/**
 * Reads what the calculation of an applicant's clock needs. The caller must have locked the applicant.
 * Returns undefined if the applicant is deleted, its clock has stopped, or it is decided without a due time.
 */
export async function readClockBasis(db: Db, applicantId: number) {
  const { rows } = await sql<ClockBasis>`select ${clockBasis} from applicants a
    where a.id = ${applicantId} and a.deleted_at is null
      and not (a.due_at is null and a.status = 'submitted')
      and (a.clock_stopped_at is null or a.clock_stopped_at > now())`.execute(db);
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
  warn_unassigned_at: string | null;
  warn_unvisited_at: string | null;
  warn_undecided_at: string | null;
  /** The ended pauses, oldest first. */
  pauses: { from: number; to: number }[];
}

/**
 * Returns SQL for whole milliseconds since 1970. Truncates like the database driver, so that both convert a
 * time to the same number.
 */
const milliseconds = (moment: RawBuilder<unknown>) =>
  sql`floor(extract(epoch from ${moment}) * 1000)::bigint`;

export const clockBasis = sql`a.id, a.portfolio_name, a.product_type, a.visit_type, a.pin_code, a.due_at, a.rule_id,
  a.warn_unassigned_at, a.warn_unvisited_at, a.warn_undecided_at,
  ${milliseconds(sql`coalesce(a.received_at, a.created_at)`)} as received,
  coalesce((select json_agg(json_build_object('from', ${milliseconds(sql`p.from_at`)}, 'to', ${milliseconds(sql`p.to_at`)})
    order by p.id) from clock_pauses p where p.applicant_id = a.id and p.to_at is not null), '[]') as pauses`;

export async function setDeadlines(
  db: Db,
  applicantId: number,
  columns: DeadlineColumns,
): Promise<void> {
  await updateRow(db, 'applicants', applicantId, { ...columns, updated_at: sql`now()` });
}
