import type { listVerifications } from '@doorstep/contract/verifications';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, prepared } from '../../db/connection.ts';
import { containing } from '../../db/search/like-pattern.ts';
import { type SearchResult, searchCached } from '../../db/search/search-cache.ts';
import { queueIfShort } from '../../db/search/short-searches.ts';
import { type SummaryRow, summaryOf } from './verification-rows.ts';

type ListQuery = z.output<typeof listVerifications.query>;

export function searchVerificationPage(
  db: Db,
  { admin_decision, page, page_size }: ListQuery,
  term: string,
): Promise<{ rows: SummaryRow[]; count: number }> {
  const key = JSON.stringify([term, admin_decision, page, page_size]);
  return searchCached(
    db,
    `verifications ${key}`,
    (ids) => readRows(db, ids, versionOf(admin_decision)),
    queueIfShort(term, () => findIds(db, { admin_decision, page, page_size }, term)),
  );
}

/**
 * A text that changes with the searched data. Without a filter by decision, a new decision doesn't change it.
 * The part for users is the sum of the times of their last changes. The latest time alone is not enough,
 * because an older change may be committed later.
 */
const versionOf = (decision: ListQuery['admin_decision']) => sql<string>`(
  select concat_ws('/', ${sql.ref(decision ? 'verifications' : 'verification_texts')}, applicant_texts,
    (select sum(updated_at - 'epoch') from users)) from change_counts)`;

async function readRows(db: Db, ids: number[], version: RawBuilder<string>) {
  const { rows } = await sql<SummaryRow & { version: string }>`
    select ${prepared} ${version} as version, page.* from (select 1) as one left join lateral (
      ${summaryOf(sql`select unnest(${ids}::bigint[]) as id`)}
    ) as page on true order by page.verification_id desc`.execute(db);
  return {
    version: rows[0]?.version ?? '',
    rows: rows.filter((row) => row.verification_id !== null),
  };
}

async function findIds(
  db: Db,
  { admin_decision, page, page_size }: Pick<ListQuery, 'admin_decision' | 'page' | 'page_size'>,
  term: string,
): Promise<SearchResult> {
  const decided = admin_decision ? sql`and v.admin_decision = ${admin_decision}` : sql``;
  const { rows } = await sql<SearchResult>`
    with m as materialized (${matchingVerifications(term, decided)})
    select ${versionOf(admin_decision)} as version, (select count(*) from m) as count,
      to_json(array(
        select id from m order by id desc limit ${page_size} offset ${(page - 1) * page_size})) as ids`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('A search answered nothing');
  return found;
}

export function matchingVerifications(term: string, decided = sql``): RawBuilder<unknown> {
  const pattern = containing(term);
  // Each part of a union can use its own index. With a single condition, the planner may read all
  // verifications.
  const parts = [
    sql`select v.id from verifications v where v.applicant_id = any(array(
        select applicant_id from applicant_texts
        where application_id like lower(${pattern}) or applicant_name like lower(${pattern}))) ${decided}`,
    sql`select v.id from users u join verifications v on v.agent_id = u.id
      where lower(u.name) like lower(${pattern}) ${decided}`,
    ...(/^\d+$/.test(term)
      ? [sql`select v.id from verifications v where v.id::text like ${pattern} ${decided}`]
      : []),
  ];
  return sql.join(parts, sql` union `);
}
