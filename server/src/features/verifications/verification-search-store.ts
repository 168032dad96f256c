import type { listVerifications } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import { containing } from '../../db/search/like-pattern.ts';
import { type Found, searchCached } from '../../db/search/search-cache.ts';
import { inTurnIfShort } from '../../db/search/short-searches.ts';
import { type SummaryRow, summaryOf } from './verification-rows.ts';

type ListQuery = z.output<typeof listVerifications.query>;

/** One page of the verifications whose applicant, application, agent or own number contains a term, and how many do. */
export function searchVerificationPage(
  db: Db,
  { admin_decision, page, page_size }: ListQuery,
  term: string,
): Promise<{ rows: SummaryRow[]; count: number }> {
  const key = JSON.stringify([term, admin_decision, page, page_size]);
  return searchCached(
    db,
    `verifications ${key}`,
    (ids) => readRows(db, ids),
    inTurnIfShort(term, () => findIds(db, { admin_decision, page, page_size }, term)),
  );
}

/** Of all that is looked at: agents are few. A sum, as the change with the latest time need not be the last to be committed. */
const version = sql`(select concat_ws('/', verifications, applicant_texts,
  (select sum(updated_at - 'epoch') from users)) from change_counts)`;

async function readRows(db: Db, ids: number[]) {
  const { rows } = await sql<SummaryRow & { version: string }>`
    select ${version} as version, page.* from (select 1) as one left join lateral (
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
): Promise<Found> {
  const pattern = containing(term);
  const decided = admin_decision ? sql`and v.admin_decision = ${admin_decision}` : sql``;
  // A union, not one condition: each part is answered by an index of its own.
  const parts = [
    sql`select v.id from applicant_texts t join verifications v on v.applicant_id = t.applicant_id
      where (t.application_id like lower(${pattern}) or t.applicant_name like lower(${pattern})) ${decided}`,
    sql`select v.id from users u join verifications v on v.agent_id = u.id
      where lower(u.name) like lower(${pattern}) ${decided}`,
    ...(/^\d+$/.test(term)
      ? [sql`select v.id from verifications v where v.id::text like ${pattern} ${decided}`]
      : []),
  ];
  const { rows } = await sql<Found>`
    with m as materialized (${sql.join(parts, sql` union `)})
    select ${version} as version, (select count(*) from m) as count,
      to_json(array(
        select id from m order by id desc limit ${page_size} offset ${(page - 1) * page_size})) as ids`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('A search answered nothing');
  return found;
}
