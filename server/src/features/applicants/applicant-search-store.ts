import {
  type Applicant,
  type ApplicantStatus,
  applicantSearchFields,
  applicantStatuses,
  type listApplicants,
  type SearchableField,
} from '@doorstep/contract/applicants';
import type * as z from 'zod/mini';
import { matchingTexts } from '../../db/applicant-texts.ts';
import { type Db, read, query as run } from '../../db/connection.ts';
import { type Found, searchCached } from '../../db/search/search-cache.ts';
import { prepare } from '../../db/prepared-statements.ts';
import { serverLimits } from '../../limits.ts';
import { workQueue } from '../../platform/work-queue.ts';
import {
  type ApplicantRow,
  applicantColumns,
  type Shown,
  sumOf,
  toApplicant,
} from './applicant-rows.ts';

type ListQuery = z.output<typeof listApplicants.query>;

/** Each expression is indexed by its trigrams, in these very words. */
const searched: Record<Exclude<SearchableField, 'portfolio_name'>, string> = {
  id: 'applicant_id::text',
  application_id: 'application_id',
  applicant_name: 'applicant_name',
};

/** One page of what contains a term, and how many do. A whole application number finds that applicant alone. */
export async function searchPage(
  db: Db,
  query: ListQuery,
  term: string,
  shown: Shown,
): Promise<{ rows: Applicant[]; count: number }> {
  const { search_fields } = query;
  const fields = search_fields?.length ? search_fields : applicantSearchFields;
  if (fields.includes('application_id') && /\d/.test(term)) {
    const exact = await findByNumber(db, term, shown);
    const before = (query.page - 1) * query.page_size;
    if (exact.length > 0) {
      return { rows: exact.slice(before, before + query.page_size), count: exact.length };
    }
  }
  // Not by what the statuses have become in between, where they don't matter.
  const version =
    shown.statuses.length === applicantStatuses.length ? 'applicant_texts' : 'applicants';
  const key = JSON.stringify([term, fields, shown, query.page, query.page_size]);
  const search = () => findIds(db, query, term, fields, shown, version);
  return searchCached(
    db,
    `applicants ${key}`,
    (ids) => readRows(db, ids, version),
    // Without three characters there is no trigram: such searches read every applicant, one at a time.
    [...term].length < 3 ? () => inTurn(search) : search,
  );
}

const inTurn = workQueue({
  atOnce: serverLimits.shortSearchesAtOnce,
  longestWait: serverLimits.shortSearchWait,
});

const byNumber = prepare(`
  select ${applicantColumns} from applicants a left join users u on u.id = a.assigned_agent_id
  where a.application_id = any($1) and a.deleted_at is null and a.status = any($2)
    and ($3::text is null or a.portfolio_name = $3) order by a.id desc`);

/** Typed in one case throughout, or just as it is: the unique index then finds it. */
async function findByNumber(db: Db, term: string, { statuses, portfolio }: Shown) {
  const spellings = [...new Set([term, term.toUpperCase(), term.toLowerCase()])];
  const rows = await read<ApplicantRow>(db, byNumber, [spellings, statuses, portfolio ?? null]);
  return rows.map(toApplicant);
}

const versionOf = (version: string) =>
  `(select coalesce(sum(${version}), 0)::text from change_counts)`;

const byIds = (version: string) =>
  prepare(`
  select ${versionOf(version)} as version, page.* from (select 1) as one left join lateral (
    select ${applicantColumns} from applicants a left join users u on u.id = a.assigned_agent_id
    where a.id = any($1::bigint[]) and a.deleted_at is null
  ) as page on true order by page.id desc`);

async function readRows(db: Db, ids: number[], version: string) {
  const rows = await read<ApplicantRow & { version: string }>(db, byIds(version), [ids]);
  return {
    version: rows[0]?.version ?? '',
    rows: rows.filter((row) => row.id !== null).map(toApplicant),
  };
}

async function findIds(
  db: Db,
  { page, page_size }: Pick<ListQuery, 'page' | 'page_size'>,
  term: string,
  fields: readonly SearchableField[],
  { statuses, portfolio }: Shown,
  version: string,
): Promise<Found> {
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`;
  const portfolios = fields.includes('portfolio_name')
    ? await findPortfolios(db, pattern, portfolio)
    : { version: undefined, names: [] };
  const values: unknown[] = [pattern, (page - 1) * page_size];
  const conditions = fields
    .filter((field) => field !== 'portfolio_name')
    .filter((field) => field !== 'id' || /^\d+$/.test(term))
    .map((field) => `${searched[field]} like lower($1)`);
  const text = searchStatement(
    conditions,
    { statuses, portfolio },
    portfolios.names,
    page_size,
    values,
  );
  const [found] = await run<Found & { texts: string }>(
    db,
    text.replace('$version', versionOf(version)),
    values,
  );
  if (!found) throw new Error('A search answered nothing');
  // Between the two statements a portfolio may have come or gone.
  if (portfolios.version !== undefined && portfolios.version !== found.texts) {
    return findIds(db, { page, page_size }, term, fields, { statuses, portfolio }, version);
  }
  return found;
}

/** Portfolios are few and their applicants many: their names are looked through, and the kept sums say how many. */
async function findPortfolios(db: Db, pattern: string, only: string | undefined) {
  const rows = await run<{ version: string; name: string | null }>(
    db,
    `select ${versionOf('applicant_texts')} as version, found.name from (select 1) as one left join (
      select portfolio_name as name from applicant_sums where span = 'all' and start = '-infinity'
        and lower(portfolio_name) like lower($1) and ($2::text is null or portfolio_name = $2)
      group by portfolio_name
    ) as found on true`,
    [pattern, only ?? null],
  );
  return {
    version: rows[0]?.version,
    names: rows.flatMap(({ name }) => name ?? []),
  };
}

/** Page and count from one materialized search: apart, the page would walk the whole list looking for a rare term. */
function searchStatement(
  conditions: string[],
  { statuses, portfolio }: Shown,
  portfolios: string[],
  limit: number,
  values: unknown[],
): string {
  const filters = [
    ...(statuses.length < applicantStatuses.length ? [`a.status in (${quoted(statuses)})`] : []),
    ...(portfolio === undefined ? [] : [`a.portfolio_name = $${values.push(portfolio)}`]),
  ];
  const names = portfolios.length > 0 ? `$${values.push(portfolios)}::text[]` : undefined;
  const beside = names === undefined ? [] : [`a.portfolio_name <> all(${names})`];
  const matching = matchingTexts(
    conditions.length > 0 ? conditions.join(' or ') : '$1::text is null',
  );
  const narrowing = [...filters, ...beside];
  // By the numbers found, whatever the planner expects: it may else read all applicants beside them.
  const m =
    narrowing.length === 0
      ? matching
      : `select a.id from applicants a
        where a.id = any(array(${matching})) and a.deleted_at is null and ${narrowing.join(' and ')}`;
  const ofPortfolios = names && {
    count: `(select ${sumOf(statuses)} from applicant_sums
      where span = 'all' and start = '-infinity' and portfolio_name = any(${names}))`,
    ids: `(select top.id from unnest(${names}) as name, unnest(array[${quoted(statuses)}]) as status,
      lateral (select id from applicants where portfolio_name = name and applicants.status = status.status
        and deleted_at is null order by id desc limit $2::bigint + ${limit}) as top)`,
  };
  return `
    with m (id) as materialized (${m})
    select $version as version, ${versionOf('applicant_texts')} as texts,
      (select count(*) from m)${ofPortfolios ? ` + ${ofPortfolios.count}` : ''} as count,
      to_json(array(
        select id from (select id from m ${ofPortfolios ? `union all ${ofPortfolios.ids}` : ''}) as found
        order by id desc limit ${limit} offset $2::bigint)) as ids`;
}

const quoted = (statuses: ApplicantStatus[]) => statuses.map((status) => `'${status}'`).join(', ');
