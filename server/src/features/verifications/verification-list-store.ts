import type { listVerifications, VerificationSummary } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import { selectSummaries } from './verification-store.ts';

type ListQuery = z.output<typeof listVerifications.query>;

/** One page of the list, newest first, and how many verifications all its pages hold. */
export async function listPage(
  db: Db,
  query: ListQuery,
): Promise<{ rows: VerificationSummary[]; count: number }> {
  const { count, ids } = await findIds(db, query);
  const rows = await selectSummaries(db)
    .where('v.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('v.id', 'desc')
    .execute();
  return { rows, count };
}

/** Ids first, so that a deep page skips index entries; a search is run once for both page and count. */
async function findIds(db: Db, query: ListQuery): Promise<{ count: number; ids: number[] }> {
  const offset = (query.page - 1) * query.page_size;
  return db
    .with(
      (cte) => (query.search ? cte('m').materialized() : cte('m').notMaterialized()),
      () => matching(db, query),
    )
    .selectNoFrom([
      sql<number>`(select count(*) from m)`.as('count'),
      sql<number[]>`to_json(array(
        select id from m order by id desc limit ${query.page_size} offset ${offset}))`.as('ids'),
    ])
    .executeTakeFirstOrThrow();
}

function matching(db: Db, { admin_decision, search }: ListQuery) {
  let query = db.selectFrom('verifications as v').select('v.id');
  if (admin_decision) query = query.where('v.admin_decision', '=', admin_decision);
  if (!search) return query;

  const pattern = sql`lower(${`%${search.replace(/[\\%_]/g, '\\$&')}%`})`;
  return query.where((eb) =>
    eb.or([
      // Sub-selects, not joins: each is answered by the other table's own index and hashed once.
      eb('v.applicant_id', 'in', (sub) =>
        sub
          .selectFrom('applicants as a')
          .select('a.id')
          .where('a.deleted_at', 'is', null)
          .where(
            sql<boolean>`(lower(a.application_id) like ${pattern} or lower(a.applicant_name) like ${pattern})`,
          ),
      ),
      eb('v.agent_id', 'in', (sub) =>
        sub
          .selectFrom('users as u')
          .select('u.id')
          .where(sql<boolean>`lower(u.name) like ${pattern}`),
      ),
      ...(/^\d+$/.test(search) ? [sql<boolean>`v.id::text like ${pattern}`] : []),
    ]),
  );
}
