import { limits } from '@doorstep/contract/limits';
import {
  decisionFilters,
  type listVerifications,
  type VerificationSummary,
} from '@doorstep/contract/verifications';
import type * as z from 'zod/mini';
import { type Db, read } from '../../db/connection.ts';
import { prepare } from '../../db/prepared-statements.ts';
import { summaryOf } from './verification-rows.ts';
import { searchPage } from './verification-search-store.ts';

type ListQuery = z.output<typeof listVerifications.query>;

/** One page of the list, newest first, and how many verifications all its pages hold: in one snapshot. */
export async function listPage(
  db: Db,
  query: ListQuery,
): Promise<{ rows: VerificationSummary[]; count: number }> {
  if (query.search) return searchPage(db, query, query.search);
  const { admin_decision, page, page_size } = query;
  const offset = (page - 1) * page_size;
  const text = `
    select total.count, page.* from (
      select coalesce(sum(${admin_decision ?? decisionFilters.join(' + ')}), 0)::bigint as count from verification_sums
    ) as total left join lateral (${summaryOf(`
      select id from verifications ${admin_decision ? `where admin_decision = '${admin_decision}'` : ''}
      order by id desc limit ${page_size} ${offset === 0 ? '' : 'offset $1'}`)}
    ) as page on true order by page.verification_id desc`;
  const found = await read<VerificationSummary & { count: number }>(
    db,
    page_size === limits.pageSize && offset === 0 ? prepare(text) : text,
    offset === 0 ? [] : [offset],
  );
  return {
    count: found[0]?.count ?? 0,
    rows: found.filter((row) => row.verification_id !== null),
  };
}
