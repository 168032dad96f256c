import type { PortfolioRow, portfolioSummary } from '@doorstep/contract/portfolio';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, prepared } from '../../db/connection.ts';
import { dayStart } from '../../db/moments.ts';

type Range = z.output<typeof portfolioSummary.query>;

const rowsBy = (summed: RawBuilder<unknown>) => sql`
  select portfolio_name, assigned + visited + submitted as allocated, assigned as visit_pending,
    visited + submitted as visit_done, pending as allocation_pending, submitted,
    pending + assigned + visited + submitted as total
  from (${summed}) as summed where pending + assigned + visited + submitted > 0`;

/**
 * Splits a range of days into whole months, and the days before and after the months. The result is
 * materialized, so that PostgreSQL can reuse one plan: planning takes longer than running the statement.
 */
const partsOf = ({ start_date, end_date }: Range) => sql`
  select first_day, end_day, first_month, end_month, case when first_month < end_month then first_month else end_day end as head_end,
    case when first_month < end_month then end_month else end_day end as tail_start
  from (
    select ${start_date}::date as first_day, ${end_date}::date + 1 as end_day,
      date_trunc('month', ${start_date}::timestamp + interval '1 month' - interval '1 day')::date as first_month,
      date_trunc('month', ${end_date}::timestamp + interval '1 day')::date as end_month
  ) as range`;

const sums = sql`portfolio_name, pending, assigned, visited, submitted`;

/**
 * Sums the stored counts of the parts of a range ({@link partsOf}), and the changes that are not merged
 * into the counts yet.
 */
const storedSums = sql`
  select portfolio_name, sum(pending)::bigint as pending, sum(assigned)::bigint as assigned,
    sum(visited)::bigint as visited, sum(submitted)::bigint as submitted
  from (
    select ${sums} from applicant_counts where span = 'month'
      and start >= (select first_month from parts) and start < (select end_month from parts)
    union all
    select ${sums} from applicant_counts where span = 'day'
      and start >= (select first_day from parts) and start < (select head_end from parts)
    union all
    select ${sums} from applicant_counts where span = 'day'
      and start >= (select tail_start from parts) and start < (select end_day from parts)
    union all
    select ${sums} from applicant_count_changes
      where day >= (select first_day from parts) and day < (select end_day from parts)
  ) as stored group by portfolio_name`;

const counted = ({ start_date, end_date }: Range, timeZone: string) => sql`
  select portfolio_name, count(*) filter (where status = 'pending') as pending,
    count(*) filter (where status = 'assigned') as assigned,
    count(*) filter (where status = 'visited') as visited,
    count(*) filter (where status = 'submitted') as submitted
  from applicants where deleted_at is null
    and created_at >= ${dayStart(start_date, 0, timeZone)} and created_at < ${dayStart(end_date, 1, timeZone)}
  group by portfolio_name`;

const inOrder = sql`order by lower(portfolio_name), portfolio_name`;

export async function summarizePortfolios(
  db: Db,
  range: Range,
  timeZone: string,
): Promise<PortfolioRow[]> {
  const { rows } = await sql<PortfolioRow & { time_zone: string }>`
    ${prepared} with parts as materialized (${partsOf(range)})
    select zone.time_zone, summary.* from counted_time_zone as zone
    left join lateral (${rowsBy(storedSums)}) as summary on zone.time_zone = ${timeZone} ${inOrder}`.execute(
    db,
  );
  // The days of the stored counts are in another time zone, so the applicants are counted directly.
  if (rows[0]?.time_zone !== timeZone) {
    return (await sql<PortfolioRow>`${rowsBy(counted(range, timeZone))} ${inOrder}`.execute(db))
      .rows;
  }
  return rows.flatMap(({ time_zone: _, ...row }) => (row.portfolio_name === null ? [] : [row]));
}
