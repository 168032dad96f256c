import type { listVerifications } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, prepared } from '../../db/connection.ts';
import { queueIfShort } from '../../db/search/short-searches.ts';
import { showsRunning } from '../../domain/clock/due-filter.ts';
import {
  and,
  conditionsOnApplicants,
  findShownPortfolios,
  isAmong,
  isFirstPage,
  narrowedPage,
  withinDays,
} from '../../domain/list-filter.ts';
import { outcome as shownOutcome } from '../../domain/visits/visit-of-verification.ts';
import { serverLimits } from '../../limits.ts';
import { type SummaryRow, summaryOf } from './verification-rows.ts';
import { matchingVerifications } from './verification-search-store.ts';

type ListQuery = z.output<typeof listVerifications.query>;

/** Whether the query has a filter or an order that the list's prepared statements don't support. */
export const isNarrowed = ({ sort, ...query }: ListQuery): boolean => {
  const { portfolio_name, lender, upload, agent, due, outcome, pin, from, to } = query;
  return (
    [lender, upload, agent, due, outcome, pin, from, to].some((value) => value !== undefined) ||
    Boolean(portfolio_name) ||
    sort === 'due'
  );
};

/**
 * Whether the query reads the first page of one agent's verifications, with no other filters than decision
 * and outcome. Such queries have few different SQL texts, so their statements are prepared.
 */
const isAgentsFirstPage = ({ agent, ...query }: ListQuery): boolean => {
  const { search, portfolio_name, lender, upload, due, pin, from, to, sort } = query;
  const others = [search, portfolio_name, lender, upload, due, pin, from, to];
  return (
    agent !== undefined && isFirstPage(query) && sort !== 'due' && others.every((value) => !value)
  );
};

/** Counts the matches only up to a limit. */
export async function listNarrowedPage(db: Db, query: ListQuery, timeZone: string) {
  const { search, due, from, to, sort, page, page_size } = query;
  const narrowing = await narrowingOf(db, query, timeZone);
  if (!narrowing) return { rows: [], count: 0 };
  const { ofApplicants, conditions } = narrowing;
  const isOfApplicants = ofApplicants.length > 0 || sort === 'due';
  const found = narrowedPage({
    from: isOfApplicants
      ? sql`verifications v join applicants a on a.id = v.applicant_id`
      : sql`verifications v`,
    id: sql`v.id`,
    moment: from === undefined && to === undefined ? undefined : sql`v.submitted_at`,
    conditions,
    ...{ sort, page, page_size },
    isOpen: showsRunning(due),
    most: due ? serverLimits.openCount : serverLimits.listCount,
  });
  const statement = sql<SummaryRow & { count: number; is_minimum: boolean }>`
    select ${isAgentsFirstPage(query) ? prepared : sql``} total.count, total.is_minimum, page.* from (${found}) as total
    left join lateral (${summaryOf(sql`select unnest(total.ids) as id`)}) as page on true
    order by array_position(total.ids, page.verification_id)`;
  const { rows } = await queueIfShort(search, () => statement.execute(db))();
  return {
    count: rows[0]?.count ?? 0,
    isMinimum: rows[0]?.is_minimum ?? false,
    rows: rows.filter((row) => row.verification_id !== null),
  };
}

/** `ids` contains at most `most` matches, newest first. `count` is the number of all matches. */
export async function findVerificationIds(
  db: Db,
  query: ListQuery,
  most: number,
  timeZone: string,
): Promise<{ ids: number[]; count: number }> {
  const narrowing = await narrowingOf(db, query, timeZone);
  if (!narrowing) return { ids: [], count: 0 };
  const statement = sql<{ ids: number[]; count: number }>`
    with found as materialized (
      select v.id from verifications v join applicants a on a.id = v.applicant_id
      where ${and(narrowing.conditions)}
    ) select (select count(*) from found) as count,
      to_json(array(select id from found order by id desc limit ${most})) as ids`;
  const { rows } = await queueIfShort(query.search, () => statement.execute(db))();
  return rows[0] ?? { ids: [], count: 0 };
}

/**
 * Returns the conditions of all filters, and separately the conditions on applicants. Returns undefined if
 * the lender has no portfolio, because no verification can match.
 */
async function narrowingOf(db: Db, query: ListQuery, timeZone: string) {
  const { search, admin_decision, agent, outcome } = query;
  const portfolios = await findShownPortfolios(db, query);
  if (portfolios?.length === 0) return undefined;
  const ofApplicants = await conditionsOnApplicants(db, query, undefined, timeZone);
  const conditions = [
    ...(admin_decision ? [sql`v.admin_decision = ${admin_decision}`] : []),
    ...(agent === undefined ? [] : [sql`v.agent_id = ${agent}`]),
    ...(portfolios ? [isAmong('v.portfolio_name', portfolios)] : []),
    ...(outcome ? [sql`v.outcome = ${outcome}`] : []),
    ...(outcome === 'met' ? [sql`${shownOutcome} = 'met'`] : []),
    ...ofApplicants,
    ...withinDays(sql`v.submitted_at`, query, timeZone),
    ...(search ? [sql`v.id = any(array(${matchingVerifications(search)}))`] : []),
  ];
  return { ofApplicants, conditions };
}
