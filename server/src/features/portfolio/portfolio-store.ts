import type { PortfolioRow, portfolioSummary } from '@doorstep/contract/portfolio';
import type * as z from 'zod/mini';
import { type Db, read, query as run } from '../../db/connection.ts';
import { prepare } from '../../db/prepared-statements.ts';

type Range = z.output<typeof portfolioSummary.query>;

/** The sums of the statuses, as the screen names them, of rows that are already summed or still to be counted. */
const rowsBy = (sumOf: (status: string) => string, from: string) => `
  select portfolio_name, assigned + visited + submitted as allocated, assigned as visit_pending,
    visited + submitted as visit_done, pending as allocation_pending, submitted,
    pending + assigned + visited + submitted as total
  from (
    select portfolio_name, ${['pending', 'assigned', 'visited', 'submitted']
      .map((status) => `${sumOf(status)}::bigint as ${status}`)
      .join(', ')}
    from ${from} group by portfolio_name
  ) as summed where pending + assigned + visited + submitted > 0`;

/** The kept sums from $1 to $2: whole months, and the single days before and after them. */
const keptSums = `(
    select $1::date as first_day, $2::date + 1 as end_day,
      date_trunc('month', $1::timestamp + interval '1 month' - interval '1 day')::date as first_month,
      date_trunc('month', $2::timestamp + interval '1 day')::date as end_month
  ) as range, lateral (
    select * from applicant_sums where span = 'month' and start >= first_month and start < end_month
    union all
    select * from applicant_sums where span = 'day' and start >= first_day
      and start < case when first_month < end_month then first_month else end_day end
    union all
    select * from applicant_sums where span = 'day' and start < end_day
      and start >= case when first_month < end_month then end_month else end_day end
  ) as kept`;

const inOrder = 'order by lower(portfolio_name), portfolio_name';

const kept = prepare(`
  select zone.time_zone, summary.* from counted_time_zone as zone
  left join lateral (${rowsBy((status) => `sum(${status})`, keptSums)}) as summary on zone.time_zone = $3 ${inOrder}`);

const counted = rowsBy(
  (status) => `count(*) filter (where status = '${status}')`,
  `applicants where deleted_at is null
    and created_at >= $1::timestamp at time zone $3
    and created_at < ($2::timestamp + interval '1 day') at time zone $3`,
);

/** How far the work of each portfolio has come, over the applicants created from the first day to the last in the time zone. */
export async function summarizePortfolios(
  db: Db,
  { start_date, end_date }: Range,
  timeZone: string,
): Promise<PortfolioRow[]> {
  const values = [start_date, end_date, timeZone];
  const rows = await read<PortfolioRow & { time_zone: string }>(db, kept, values);
  // Another server on this database counts by another time zone.
  if (rows[0]?.time_zone !== timeZone) return run(db, `${counted} ${inOrder}`, values);
  return rows.flatMap(({ time_zone: _, ...row }) => (row.portfolio_name === null ? [] : [row]));
}
