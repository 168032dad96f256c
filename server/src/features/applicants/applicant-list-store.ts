import type { Applicant, listApplicants } from '@doorstep/contract/applicants';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import { selectApplicants } from './applicant-store.ts';

type ListQuery = z.output<typeof listApplicants.query>;
type SearchField = 'id' | 'portfolio_name' | 'application_id' | 'applicant_name';

/** One page of the list, newest first, and how many applicants all its pages hold. */
export async function listPage(
  db: Db,
  query: ListQuery,
): Promise<{ rows: Applicant[]; count: number }> {
  if (query.search) return searchPage(db, query);
  const [count, rows] = await Promise.all([
    countApplicants(db, query),
    selectApplicants(db)
      // Ids first, from an index alone: a deep page then skips entries, not whole rows.
      .where('applicants.id', 'in', idsOfPage(db, query))
      .orderBy('applicants.id', 'desc')
      .execute(),
  ]);
  return { rows, count };
}

function idsOfPage(db: Db, query: ListQuery) {
  return matching(db, query)
    .select('applicants.id')
    .orderBy('applicants.id', 'desc')
    .limit(query.page_size)
    .offset((query.page - 1) * query.page_size);
}

async function countApplicants(db: Db, query: ListQuery): Promise<number> {
  const { count } = await matching(db, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Page and count from one materialized search: apart, the page would walk the whole list looking for a rare term. */
async function searchPage(db: Db, query: ListQuery): Promise<{ rows: Applicant[]; count: number }> {
  const found = await db
    .with(
      (cte) => cte('m').materialized(),
      () => matching(db, query).select('applicants.id'),
    )
    .selectFrom((eb) =>
      eb
        .selectFrom('m')
        .select((m) => m.fn.countAll<number>().as('count'))
        .as('total'),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('m')
          .select('m.id')
          .orderBy('m.id', 'desc')
          .limit(query.page_size)
          .offset((query.page - 1) * query.page_size)
          .as('page'),
      (join) => join.onTrue(),
    )
    .select(['total.count', 'page.id'])
    .execute();
  const ids = found.flatMap(({ id }) => id ?? []);
  const rows = await selectApplicants(db)
    .where('applicants.id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('applicants.id', 'desc')
    .execute();
  return { rows, count: found[0]?.count ?? 0 };
}

function matching(db: Db, { assigned, status, portfolio_name, search, search_fields }: ListQuery) {
  let query = db.selectFrom('applicants').where('applicants.deleted_at', 'is', null);
  if (assigned === 'true') query = query.where('applicants.assigned_agent_id', 'is not', null);
  // By status, which is indexed: an applicant is pending just as long as nobody is assigned.
  if (assigned === 'false') query = query.where('applicants.status', '=', 'pending');
  if (status) query = query.where('applicants.status', '=', status);
  if (portfolio_name) query = query.where('applicants.portfolio_name', '=', portfolio_name);
  if (search) query = query.where((eb) => eb.or(searchIn(search, search_fields)));
  return query;
}

/** Each expression is indexed by its trigrams, in these very words. */
const searched: Record<SearchField, RawBuilder<string>> = {
  id: sql`applicants.id::text`,
  application_id: sql`lower(applicants.application_id)`,
  portfolio_name: sql`lower(applicants.portfolio_name)`,
  applicant_name: sql`lower(applicants.applicant_name)`,
};

const defaultFields: SearchField[] = ['id', 'portfolio_name', 'application_id'];

function searchIn(term: string, fields: string | undefined) {
  const asked = fields?.split(',').filter((field) => field in searched) as SearchField[];
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  return (asked?.length ? asked : defaultFields)
    .filter((field) => field !== 'id' || /^\d+$/.test(term))
    .map((field) => sql<boolean>`${searched[field]} like lower(${pattern})`);
}
