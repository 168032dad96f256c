import { limits } from '@doorstep/contract/limits';
import { decisionFilters, type listVerifications } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, prepared } from '../../db/connection.ts';
import { type SummaryRow, summaryOf } from './verification-rows.ts';
import { searchVerificationPage } from './verification-search-store.ts';

type ListQuery = z.output<typeof listVerifications.query>;

/** One page of the list, newest first, and how many verifications all its pages hold: in one snapshot. */
export async function listVerificationPage(
  db: Db,
  query: ListQuery,
): Promise<{ rows: SummaryRow[]; count: number }> {
  if (query.search) return searchVerificationPage(db, query, query.search);
  const { admin_decision, page, page_size } = query;
  const counted = sql.join(
    (admin_decision ? [admin_decision] : decisionFilters).map((decision) => sql.ref(decision)),
    sql` + `,
  );
  const ids = sql`
    select id from verifications ${admin_decision ? sql`where admin_decision = ${admin_decision}` : sql``}
    order by id desc limit ${sql.lit(page_size)} offset ${sql.lit((page - 1) * page_size)}`;
  // The page that everybody opens.
  const isFirst = page === 1 && page_size === limits.pageSize;
  const { rows: found } = await sql<SummaryRow & { count: number }>`
    select ${isFirst ? prepared : sql``} total.count, page.* from (
      select coalesce(sum(${counted}), 0)::bigint as count from verification_sums
    ) as total left join lateral (${summaryOf(ids)}) as page on true
    order by page.verification_id desc`.execute(db);
  return {
    count: found[0]?.count ?? 0,
    rows: found.filter((row) => row.verification_id !== null),
  };
}
