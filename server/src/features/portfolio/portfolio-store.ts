import type { PortfolioRow, portfolioSummary } from '@doorstep/contract/portfolio';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';

type Range = z.output<typeof portfolioSummary.query>;

/** How far the work of each portfolio has come, over the applicants created from the first day to the last in the time zone. */
export function summarizePortfolios(
  db: Db,
  { start_date, end_date }: Range,
  timeZone: string,
): Promise<PortfolioRow[]> {
  const midnight = (day: string, plusDays: number) =>
    sql<string>`(${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone}`;
  return db
    .selectFrom('applicants')
    .select(({ fn }) => {
      const all = fn.countAll<number>();
      return [
        'portfolio_name',
        all.filterWhere('status', '<>', 'pending').as('allocated'),
        all.filterWhere('status', '=', 'assigned').as('visit_pending'),
        all.filterWhere('status', 'in', ['visited', 'submitted']).as('visit_done'),
        all.filterWhere('status', '=', 'pending').as('allocation_pending'),
        all.filterWhere('status', '=', 'submitted').as('submitted'),
        all.as('total'),
      ];
    })
    .where('deleted_at', 'is', null)
    .where('created_at', '>=', midnight(start_date, 0))
    .where('created_at', '<', midnight(end_date, 1))
    .groupBy('portfolio_name')
    .orderBy(sql`lower(portfolio_name)`)
    .orderBy('portfolio_name')
    .execute();
}
