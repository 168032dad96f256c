import type { listApplicants } from '@doorstep/contract/applicants';
import { applicantStatuses } from '@doorstep/contract/applicants/status';
import { limits } from '@doorstep/contract/limits';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../db/connection.ts';
import { sumsOfDays } from '../../db/counts/sums-of-days.ts';
import { queueIfShort } from '../../db/search/short-searches.ts';
import { showsRunning } from '../../domain/clock/due-filter.ts';
import {
  and,
  conditionsOnApplicants,
  findShownPortfolios,
  isAmong,
  narrowedPage,
  noIds,
  pageOf,
  startOf,
  walkedIds,
  withinDays,
} from '../../domain/list-filter.ts';
import { serverLimits } from '../../limits.ts';
import {
  type ApplicantRow,
  applicantColumns,
  type Shown,
  sumOf,
  toApplicant,
} from './applicant-rows.ts';
import { findSearched, idsOfPortfolios } from './applicant-search-store.ts';

type ListQuery = z.output<typeof listApplicants.query>;
type Filter = Omit<ListQuery, 'page' | 'page_size'>;

/** Whether the list needs a filter or an order that only {@link listNarrowedPage} supports. */
export const isNarrowed = ({ lender, upload, due, pin, from, to, sort }: Filter): boolean =>
  [lender, upload, due, pin, from, to].some((value) => value !== undefined) || sort === 'due';

export async function listNarrowedPage(
  db: Db,
  query: ListQuery,
  { statuses }: Shown,
  timeZone: string,
) {
  const { search, agent, upload, due, pin, from, to, sort, page, page_size } = query;
  const portfolios = await findShownPortfolios(db, query);
  if (portfolios?.length === 0) return { rows: [], count: 0, isMinimum: false };
  const conditions = await narrowingOf(db, query, { statuses, portfolios }, timeZone);
  const hasDays = from !== undefined || to !== undefined;
  const list = {
    ...{ from: sql`applicants a`, id: sql`a.id`, conditions, sort, page, page_size },
    moment: hasDays ? sql`a.created_at` : undefined,
    isOpen: showsRunning(due),
  };
  const isSummed = !search && [agent, upload, due, pin].every((value) => value === undefined);
  const sum = sumOfDays({ statuses, portfolios }, query, timeZone, conditions);
  const ids =
    isSummed && portfolios && !hasDays && sort !== 'due'
      ? sql`select id from (${idsOfPortfolios(portfolios, statuses, page * page_size)}) as listed
          order by id desc ${pageOf(query)}`
      : walkedIds(list);
  // Counts all applicants of an upload, because an admin who assigns an upload needs the exact count.
  const { openCount, listCount } = serverLimits;
  const most = due ? openCount : upload ? limits.uploadMaxRows : listCount;
  const found = isSummed
    ? // Looks up the rows only if enough applicants match to reach this page.
      sql`select count, false as is_minimum,
        case when count > ${sql.lit(startOf(query))} then array(${ids}) else ${noIds} end as ids
      from (select ${sum} as count) as summed`
    : narrowedPage({ ...list, most });
  const statement = sql<ApplicantRow & { count: number; is_minimum: boolean }>`
    select total.count, total.is_minimum, page.* from (${found}) as total left join lateral (
      select ${applicantColumns} from applicants a left join users u on u.id = a.assigned_agent_id
      where a.id = any(total.ids)
    ) as page on true order by array_position(total.ids, page.id)`;
  const { rows } = await queueIfShort(search, () => statement.execute(db))();
  return {
    count: rows[0]?.count ?? 0,
    isMinimum: rows[0]?.is_minimum ?? false,
    rows: rows.filter((row) => row.id !== null).map(toApplicant),
  };
}

export async function findNarrowedIds(
  db: Db,
  filter: Filter,
  { statuses }: Shown,
  most: number,
  timeZone: string,
): Promise<{ ids: number[]; count: number }> {
  const portfolios = await findShownPortfolios(db, filter);
  const conditions = await narrowingOf(db, filter, { statuses, portfolios }, timeZone);
  const statement = sql<{ ids: number[]; count: number }>`
    with found as materialized (select a.id from applicants a where ${and(conditions)})
    select (select count(*) from found) as count,
      to_json(array(select id from found order by id desc limit ${most})) as ids`;
  const { rows } = await queueIfShort(filter.search, () => statement.execute(db))();
  return rows[0] ?? { ids: [], count: 0 };
}

type ShownPortfolios = Pick<Shown, 'statuses'> & { portfolios: string[] | undefined };

async function narrowingOf(
  db: Db,
  filter: Filter,
  { statuses, portfolios }: ShownPortfolios,
  timeZone: string,
): Promise<RawBuilder<unknown>[]> {
  const { search, agent, due, pin } = filter;
  const conditions = [
    // The condition of a due filter already excludes deleted applicants. With a second condition, PostgreSQL
    // would look up the table row of each index entry.
    ...(due === undefined ? [sql`a.deleted_at is null`] : []),
    // The index of pin codes begins with the status, so a pin code filter needs the statuses too.
    ...(statuses.length < applicantStatuses.length || pin !== undefined
      ? [isAmong('a.status', statuses)]
      : []),
    ...(agent === undefined ? [] : [sql`a.assigned_agent_id = ${agent}`]),
    ...(await conditionsOnApplicants(db, filter, portfolios, timeZone)),
    ...withinDays(sql`a.created_at`, filter, timeZone),
  ];
  return search ? [...conditions, await findSearched(db, filter, search, conditions)] : conditions;
}

/** Returns SQL that adds up stored counts. Applicants are counted only by status, portfolio and day. */
function sumOfDays(
  { statuses, portfolios }: ShownPortfolios,
  { from, to }: Pick<Filter, 'from' | 'to'>,
  timeZone: string,
  conditions: RawBuilder<unknown>[],
) {
  const ofPortfolios = portfolios ? isAmong('a.portfolio_name', portfolios) : sql`true`;
  if (from === undefined && to === undefined) {
    return sql`(select ${sumOf(statuses)} from applicant_sums a
      where span = 'all' and start = '-infinity' and ${ofPortfolios})`;
  }
  const days = sumsOfDays({ first: from ?? '0001-01-01', last: to ?? '9999-12-31' });
  // The stored counts are for the days of one time zone. A server with another time zone counts the rows.
  return sql`case when (select time_zone from counted_time_zone) = ${timeZone}
    then (select ${sumOf(statuses)} from (${days}) as a where ${ofPortfolios})
    else (select count(*) from applicants a where ${and(conditions)}) end`;
}
