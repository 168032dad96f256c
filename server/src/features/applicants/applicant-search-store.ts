import {
  applicantSearchFields,
  type listApplicants,
  type SearchableField,
} from '@doorstep/contract/applicants';
import { type ApplicantStatus, applicantStatuses } from '@doorstep/contract/applicants/status';
import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { type Db, prepared } from '../../db/connection.ts';
import { containing } from '../../db/search/like-pattern.ts';
import { type SearchResult, searchCached } from '../../db/search/search-cache.ts';
import { queueIfShort } from '../../db/search/short-searches.ts';
import {
  type ApplicantRow,
  applicantColumns,
  conditionsOf,
  type Shown,
  type StoredApplicant,
  sumOf,
  toApplicant,
} from './applicant-rows.ts';

type ListQuery = z.output<typeof listApplicants.query>;
type Page = Pick<ListQuery, 'page' | 'page_size'>;

/**
 * The expressions of the trigram indexes. PostgreSQL uses an index only for exactly the expression that the
 * index was created with.
 */
const searched: Record<Exclude<SearchableField, 'portfolio_name'>, RawBuilder<string>> = {
  id: sql`applicant_id::text`,
  application_id: sql`application_id`,
  applicant_name: sql`applicant_name`,
};

/** Lists and counts the applicants that match a term. If {@link findByNumber} finds any, lists only these. */
export async function searchApplicantPage(
  db: Db,
  query: ListQuery,
  term: string,
  shown: Shown,
): Promise<{ rows: StoredApplicant[]; count: number }> {
  const fields = fieldsOf(query);
  const exact = await findByNumber(db, term, fields, ofShown(shown));
  const before = (query.page - 1) * query.page_size;
  if (exact.length > 0) {
    return { rows: exact.slice(before, before + query.page_size), count: exact.length };
  }
  // If the list shows every status, a cached result stays valid when an applicant's status changes.
  const version =
    shown.statuses.length === applicantStatuses.length ? 'applicant_texts' : 'applicants';
  const key = JSON.stringify([term, fields, shown, query.page, query.page_size]);
  return searchCached(
    db,
    `applicants ${key}`,
    (ids) => readRows(db, ids, version),
    queueIfShort(term, () => findIds(db, query, term, fields, shown, version)),
  );
}

export async function searchApplicantIds(
  db: Db,
  filter: Pick<ListQuery, 'search_fields'>,
  term: string,
  shown: Shown,
  most: number,
): Promise<{ ids: number[]; count: number }> {
  const fields = fieldsOf(filter);
  const exact = await findByNumber(db, term, fields, ofShown(shown));
  if (exact.length > 0) return { ids: exact.map(({ id }) => id), count: exact.length };
  const all = { page: 1, page_size: most };
  return queueIfShort(term, () => findIds(db, all, term, fields, shown, 'applicants'))();
}

const ofShown = ({ statuses, ...narrowed }: Shown) => [
  sql`a.status = any(${statuses})`,
  ...conditionsOf(narrowed),
];

/**
 * Returns a condition on applicants `a`. `others` are the list's conditions without the search. If the term
 * is the complete application number of applicants that meet `others`, the condition matches only these.
 */
export async function findSearched(
  db: Db,
  filter: Pick<ListQuery, 'search_fields'>,
  term: string,
  others: readonly RawBuilder<unknown>[],
): Promise<RawBuilder<unknown>> {
  const fields = fieldsOf(filter);
  const exact = await findByNumber(db, term, fields, others);
  if (exact.length > 0) return sql`a.id = any(${exact.map(({ id }) => id)}::bigint[])`;
  const { names } = await findPortfolios(db, term, fields, undefined);
  return sql`(a.id = any(array(${matchingTexts(term, fields)})) or a.portfolio_name = any(${names}::text[]))`;
}

const fieldsOf = ({
  search_fields,
}: Pick<ListQuery, 'search_fields'>): readonly SearchableField[] =>
  search_fields?.length ? search_fields : applicantSearchFields;

/**
 * Finds the applicants whose whole application number is the term as typed, in capitals or in small letters.
 * The index of contact points finds these spellings quickly. A term without a digit finds none.
 */
async function findByNumber(
  db: Db,
  term: string,
  fields: readonly SearchableField[],
  others: readonly RawBuilder<unknown>[],
) {
  if (!fields.includes('application_id') || !/\d/.test(term)) return [];
  const spellings = [...new Set([term, term.toUpperCase(), term.toLowerCase()])];
  const { rows } = await sql<ApplicantRow>`
    select ${applicantColumns} from applicants a left join users u on u.id = a.assigned_agent_id
    where ${sql.join(
      [sql`a.application_id = any(${spellings})`, sql`a.deleted_at is null`, ...others],
      sql` and `,
    )}
    order by a.id desc`.execute(db);
  return rows.map(toApplicant);
}

type Version = 'applicants' | 'applicant_texts';
const versionOf = (version: Version) => sql`(select ${sql.ref(version)}::text from change_counts)`;

async function readRows(db: Db, ids: number[], version: Version) {
  const { rows } = await sql<ApplicantRow & { version: string }>`
    select ${prepared} ${versionOf(version)} as version, page.* from (select 1) as one left join lateral (
      select ${applicantColumns} from applicants a left join users u on u.id = a.assigned_agent_id
      where a.id = any(${ids}::bigint[]) and a.deleted_at is null
    ) as page on true order by page.id desc`.execute(db);
  return {
    version: rows[0]?.version ?? '',
    rows: rows.filter((row) => row.id !== null).map(toApplicant),
  };
}

async function findIds(
  db: Db,
  page: Page,
  term: string,
  fields: readonly SearchableField[],
  shown: Shown,
  version: Version,
): Promise<SearchResult> {
  const portfolios = await findPortfolios(db, term, fields, shown.portfolio);
  const matching = matchingTexts(term, fields);
  const { rows } = await searchStatement(matching, shown, portfolios.names, page, version).execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Error('A search answered nothing');
  // A portfolio may have been added or removed after `findPortfolios` read the names. In that case the search
  // runs again.
  if (portfolios.version !== undefined && portfolios.version !== found.texts) {
    return findIds(db, page, term, fields, shown, version);
  }
  return found;
}

function matchingTexts(term: string, fields: readonly SearchableField[]) {
  const pattern = containing(term);
  const conditions = fields
    .filter((field) => field !== 'portfolio_name')
    .filter((field) => field !== 'id' || /^\d+$/.test(term))
    .map((field) => sql`${searched[field]} like lower(${pattern})`);
  return sql`select applicant_id from applicant_texts
    where ${conditions.length > 0 ? sql.join(conditions, sql` or `) : sql`false`}`;
}

/**
 * Finds the portfolios whose names contain a term. All applicants of these portfolios match the term, so the
 * search need not read the other texts of these applicants.
 */
async function findPortfolios(
  db: Db,
  term: string,
  fields: readonly SearchableField[],
  only: string | undefined,
): Promise<{ version?: string | undefined; names: string[] }> {
  if (!fields.includes('portfolio_name')) return { names: [] };
  const { rows } = await sql<{ version: string; name: string | null }>`
    select ${versionOf('applicant_texts')} as version, found.name from (select 1) as one left join (
      select portfolio_name as name from applicant_sums where span = 'all' and start = '-infinity'
        and lower(portfolio_name) like lower(${containing(term)})
        ${only === undefined ? sql`` : sql`and portfolio_name = ${only}`}
      group by portfolio_name
    ) as found on true`.execute(db);
  return {
    version: rows[0]?.version,
    names: rows.flatMap(({ name }) => name ?? []),
  };
}

/**
 * Reads the page and the count from one materialized search. A separate query for the page would read the
 * whole list to find a rare term.
 */
function searchStatement(
  matching: RawBuilder<unknown>,
  shown: Shown,
  portfolios: string[],
  { page, page_size }: Page,
  version: Version,
) {
  const { statuses } = shown;
  const offset = (page - 1) * page_size;
  const isOfAgent = shown.agent !== undefined;
  const m = isOfAgent
    ? searchOfAgent(matching, shown, portfolios)
    : searchOutsidePortfolios(matching, shown, portfolios);
  const [countOfPortfolios, theirIds] =
    isOfAgent || portfolios.length === 0
      ? [sql``, sql``]
      : [
          sql`+ (select ${sumOf(statuses)} from applicant_sums
            where span = 'all' and start = '-infinity' and portfolio_name = any(${portfolios}::text[]))`,
          sql`union all ${idsOfPortfolios(portfolios, statuses, offset + page_size)}`,
        ];
  return sql<SearchResult & { texts: string }>`
    with m (id) as materialized (${m})
    select ${versionOf(version)} as version, ${versionOf('applicant_texts')} as texts,
      (select count(*) from m) ${countOfPortfolios} as count,
      to_json(array(
        select id from (select id from m ${theirIds}) as found
        order by id desc limit ${page_size} offset ${offset})) as ids`;
}

/** Leaves out the applicants of `portfolios`, because the caller lists and counts them separately. */
function searchOutsidePortfolios(
  matching: RawBuilder<unknown>,
  { statuses, ...narrowed }: Shown,
  portfolios: string[],
) {
  const narrowing = [
    ...(statuses.length < applicantStatuses.length ? [sql`a.status = any(${statuses})`] : []),
    ...conditionsOf(narrowed),
    ...(portfolios.length > 0 ? [sql`a.portfolio_name <> all(${portfolios}::text[])`] : []),
  ];
  if (narrowing.length === 0) return matching;
  // Makes the planner start from the found ids. Otherwise the planner may read all applicants.
  return sql`select a.id from applicants a
    where a.id = any(array(${matching})) and a.deleted_at is null
      and ${sql.join(narrowing, sql` and `)}`;
}

/** Searches an agent's applicants without the stored counts, because these counts don't cover agents. */
const searchOfAgent = (
  matching: RawBuilder<unknown>,
  shown: Shown,
  portfolios: string[],
) => sql`select a.id from applicants a
  where ${sql.join(ofShown(shown), sql` and `)}
    and a.deleted_at is null
    and (a.portfolio_name = any(${portfolios}::text[]) or a.id in (${matching}))`;

/**
 * Returns SQL for the newest applicants of each portfolio and status. Each combination is read from its own
 * range of an index.
 */
export const idsOfPortfolios = (
  portfolios: string[],
  statuses: ApplicantStatus[],
  limit: number,
) => sql`
  (select top.id from unnest(${portfolios}::text[]) as name, unnest(${statuses}::text[]) as status,
    lateral (select id from applicants where portfolio_name = name and applicants.status = status.status
      and deleted_at is null order by id desc limit ${limit}) as top)`;
