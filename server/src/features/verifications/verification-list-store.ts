import type { listVerifications } from '@doorstep/contract/verifications';
import { decisionFilters } from '@doorstep/contract/verifications/decision';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, prepared } from '../../db/connection.ts';
import { isFirstPage } from '../../domain/list-filter.ts';
import { isNarrowed, listNarrowedPage } from './verification-filter-store.ts';
import { type SummaryRow, summaryOf } from './verification-rows.ts';
import { searchVerificationPage } from './verification-search-store.ts';
import { type ListedRecord, selectListed } from './verification-store.ts';

export type ListQuery = z.output<typeof listVerifications.query>;

export async function listVerificationPage(
  db: Db,
  query: ListQuery,
  timeZone: string,
): Promise<{ rows: SummaryRow[]; count: number; isMinimum?: boolean }> {
  if (isNarrowed(query)) return listNarrowedPage(db, query, timeZone);
  if (query.search) return searchVerificationPage(db, query, query.search);
  const { ids, count } = pageOf(query);
  const { rows: found } = await sql<SummaryRow & { count: number }>`
    select ${isFirstPage(query) ? prepared : sql``} total.count, page.* from (select ${count} as count) as total
    left join lateral (${summaryOf(ids)}) as page on true
    order by page.verification_id desc`.execute(db);
  return {
    count: found[0]?.count ?? 0,
    rows: found.filter((row) => row.verification_id !== null),
  };
}

/**
 * Returns undefined for a query with a search, or with filters other than the decision. Also returns
 * undefined for an empty page, because the count is read as a column of the rows.
 */
export async function listWholePage(
  db: Db,
  query: ListQuery,
): Promise<{ rows: ListedRecord[]; count: number } | undefined> {
  if (query.search || isNarrowed(query)) return undefined;
  const { ids, count } = pageOf(query);
  const rows = await selectListed(db)
    .$if(isFirstPage(query), (select) => select.modifyFront(prepared))
    .innerJoin(sql<{ id: number }>`(${ids})`.as('listed'), 'listed.id', 'v.id')
    .select(count.as('count'))
    .execute();
  return rows[0] && { rows, count: rows[0].count };
}

function pageOf({ admin_decision, page, page_size }: ListQuery) {
  const counted = sql.join(
    (admin_decision ? [admin_decision] : decisionFilters).map((decision) => sql.ref(decision)),
    sql` + `,
  );
  return {
    ids: sql`
      select id from verifications ${admin_decision ? sql`where admin_decision = ${admin_decision}` : sql``}
      order by id desc limit ${sql.lit(page_size)} offset ${sql.lit((page - 1) * page_size)}`,
    count: sql<number>`(select coalesce(sum(${counted}), 0)::bigint from verification_sums)`,
  };
}
