import type { listApplicants } from '@doorstep/contract/applicants';
import { applicantStatuses } from '@doorstep/contract/applicants/status';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, prepared } from '../../db/connection.ts';
import { and, isFirstPage } from '../../domain/list-filter.ts';
import { findNarrowedIds, isNarrowed, listNarrowedPage } from './applicant-filter-store.ts';
import {
  type ApplicantRow,
  applicantColumns,
  conditionsOf,
  type Shown,
  type StoredApplicant,
  sumOf,
  toApplicant,
} from './applicant-rows.ts';
import { searchApplicantIds, searchApplicantPage } from './applicant-search-store.ts';

export type ListQuery = z.output<typeof listApplicants.query>;
type Page = Pick<ListQuery, 'page' | 'page_size'>;
type Filter = Omit<ListQuery, keyof Page>;

/** From this offset on, {@link idsByBlock} finds the start of a page. Skipping so many rows would be slow. */
const deep = 2_000;

export async function listApplicantPage(
  db: Db,
  query: ListQuery,
  timeZone: string,
): Promise<{ rows: StoredApplicant[]; count: number; isMinimum?: boolean }> {
  const shown = shownBy(query);
  if (shown.statuses.length === 0) return { rows: [], count: 0 };
  if (isNarrowed(query)) return listNarrowedPage(db, query, shown, timeZone);
  if (query.search) return searchApplicantPage(db, query, query.search, shown);

  // Reads the page and the count in one statement, so that both come from the same snapshot.
  const { rows: found } = await sql<ApplicantRow & { count: number }>`
    select ${isFirstPage(query) ? prepared : sql``} total.count, page.*
    from (select ${countOf(shown)} as count) as total
    left join lateral (
      select ${applicantColumns} from (${idsOfPage(shown, query)}) as listed
      join applicants a on a.id = listed.id left join users u on u.id = a.assigned_agent_id
    ) as page on true order by page.id desc`.execute(db);
  return {
    count: found[0]?.count ?? 0,
    rows: found.filter((row) => row.id !== null).map(toApplicant),
  };
}

export async function findApplicantIds(
  db: Db,
  filter: Filter,
  most: number,
  timeZone: string,
): Promise<{ ids: number[]; count: number }> {
  const shown = shownBy(filter);
  if (shown.statuses.length === 0) return { ids: [], count: 0 };
  if (isNarrowed(filter)) return findNarrowedIds(db, filter, shown, most, timeZone);
  if (filter.search) return searchApplicantIds(db, filter, filter.search, shown, most);
  const { rows } = await sql<{ ids: number[]; count: number }>`
    select ${countOf(shown)} as count,
      to_json(array(${idsOfPage(shown, { page: 1, page_size: most })})) as ids`.execute(db);
  return rows[0] ?? { ids: [], count: 0 };
}

function shownBy({ status: wanted, assigned, portfolio_name, agent }: Filter): Shown {
  return {
    statuses: applicantStatuses.filter((status) => {
      // Only pending applicants have no agent.
      const hasAgent = status !== 'pending';
      return (
        (wanted ?? status) === status &&
        (assigned ?? String(hasAgent)) === String(hasAgent) &&
        (agent === undefined || hasAgent)
      );
    }),
    portfolio: portfolio_name || undefined,
    agent,
  };
}

/** The stored counts don't cover agents, so the few applicants of an agent are counted directly. */
const countOf = ({ statuses, ...narrowed }: Shown) =>
  narrowed.agent === undefined
    ? sql<number>`(select ${sumOf(statuses)} from applicant_sums a
        where ${and([sql`span = 'all'`, sql`start = '-infinity'`, ...conditionsOf(narrowed)])})`
    : sql<number>`(select count(*) from applicants a where a.status = any(${statuses})
        and ${and([...conditionsOf(narrowed), sql`a.deleted_at is null`])})`;

function idsOfPage(shown: Shown, { page, page_size }: Page): RawBuilder<unknown> {
  const offset = (page - 1) * page_size;
  // The limit and the offset are literals. With parameters, the planner would assume that the page has a
  // tenth of all rows.
  const [most, skipped] = [sql.lit(page_size), sql.lit(offset)];
  if (shown.statuses.length === applicantStatuses.length && shown.portfolio === undefined) {
    return offset < deep
      ? sql`select id from applicants where deleted_at is null
          order by id desc limit ${most} offset ${skipped}`
      : idsByBlock(page_size, offset);
  }
  // A subquery for each status reads the newest applicants of this status from an index. A single query would
  // search the applicants of all statuses.
  const stretches = shown.statuses.map(
    (status) => sql`(select a.id from applicants a
      where ${and([sql`a.status = ${status}`, ...conditionsOf(shown), sql`a.deleted_at is null`])}
      order by a.id desc limit ${sql.lit(offset + page_size)})`,
  );
  return sql`select id from (${sql.join(stretches, sql` union all `)}) as stretch
    order by id desc limit ${most} offset ${skipped}`;
}

/** Adds up the stored counts of applicants by block of 1,000 ids, to find the block where the page starts. */
const idsByBlock = (limit: number, offset: number) => sql`
  select page.id from (
    select block, upto - applicants as above from (
      select block, sum(applicants)::bigint as applicants,
        sum(sum(applicants)) over (order by block desc)::bigint as upto
      from applicant_block_sums group by block order by block desc
    ) as added where upto > ${offset} order by block desc limit 1
  ) as start, lateral (
    select id from applicants where deleted_at is null and id < (start.block + 1) * 1000
    order by id desc limit ${limit} offset ${offset}::bigint - start.above
  ) as page`;
