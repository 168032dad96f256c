import {
  type Applicant,
  type ApplicantStatus,
  applicantStatuses,
  type listApplicants,
} from '@doorstep/contract/applicants';
import { limits } from '@doorstep/contract/limits';
import type * as z from 'zod/mini';
import { type Db, read } from '../../db/connection.ts';
import { prepare } from '../../db/prepared-statements.ts';
import {
  type ApplicantRow,
  applicantColumns,
  type Shown,
  sumOf,
  toApplicant,
} from './applicant-rows.ts';
import { searchPage } from './applicant-search-store.ts';

type ListQuery = z.output<typeof listApplicants.query>;

/** One page of the list, newest first, and how many applicants all its pages hold. */
export async function listPage(
  db: Db,
  query: ListQuery,
): Promise<{ rows: Applicant[]; count: number }> {
  const shown = {
    // An applicant is pending just as long as nobody is assigned.
    statuses: applicantStatuses.filter(
      (status) =>
        (query.status ?? status) === status &&
        (query.assigned ?? String(status !== 'pending')) === String(status !== 'pending'),
    ),
    portfolio: query.portfolio_name || undefined,
  };
  if (shown.statuses.length === 0) return { rows: [], count: 0 };
  if (query.search) return searchPage(db, query, query.search, shown);

  const { text, values } = pageStatement(shown, query);
  const found = await read<ApplicantRow & { count: number }>(db, text, values);
  return {
    count: found[0]?.count ?? 0,
    rows: found.filter((row) => row.id !== null).map(toApplicant),
  };
}

/** Page and count in one statement: in one snapshot, they always fit each other. */
function pageStatement({ statuses, portfolio }: Shown, { page, page_size }: ListQuery) {
  const offset = (page - 1) * page_size;
  const values: unknown[] = portfolio === undefined ? [] : [portfolio];
  const ofPortfolio = portfolio === undefined ? '' : 'and portfolio_name = $1';
  const ids = idsOfPage(statuses, ofPortfolio, page_size, offset, values);
  const text = `
    select total.count, page.* from (
      select ${sumOf(statuses)} as count from applicant_sums
      where span = 'all' and start = '-infinity' ${ofPortfolio}
    ) as total
    left join lateral (
      select ${applicantColumns} from (${ids}) as listed
      join applicants a on a.id = listed.id left join users u on u.id = a.assigned_agent_id
    ) as page on true order by page.id desc`;
  return { text: page_size === limits.pageSize && offset === 0 ? prepare(text) : text, values };
}

function idsOfPage(
  statuses: ApplicantStatus[],
  ofPortfolio: string,
  limit: number,
  offset: number,
  values: unknown[],
): string {
  const turn = offset === 0 ? '' : `offset $${values.push(offset)}`;
  if (statuses.length === applicantStatuses.length && ofPortfolio === '') {
    return offset < 2000
      ? `select id from applicants where deleted_at is null order by id desc limit ${limit} ${turn}`
      : idsByBlock(limit);
  }
  // Each status from the top of its own stretch of an index, never by looking for it among the others.
  const enough = offset === 0 ? limit : `$${values.push(offset + limit)}`;
  const stretches = statuses.map(
    (status) => `(select id from applicants where status = '${status}' ${ofPortfolio}
      and deleted_at is null order by id desc limit ${enough})`,
  );
  return `select id from (${stretches.join(' union all ')}) as stretch order by id desc limit ${limit} ${turn}`;
}

/** The ids of a deep page, $1 from the top: the block in which it starts is found by adding up the kept blocks above. */
const idsByBlock = (limit: number) => `
  select page.id from (
    select block, upto - applicants as above from (
      select block, sum(applicants)::bigint as applicants,
        sum(sum(applicants)) over (order by block desc)::bigint as upto
      from applicant_blocks group by block order by block desc
    ) as added where upto > $1 order by block desc limit 1
  ) as start, lateral (
    select id from applicants where deleted_at is null and id < (start.block + 1) * 1000
    order by id desc limit ${limit} offset $1 - start.above
  ) as page`;
