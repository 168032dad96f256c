import type { DueFilter } from '@doorstep/contract/clock';
import { limits } from '@doorstep/contract/limits';
import type { ListSort } from '@doorstep/contract/wire/list-filters';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import { dayStart } from '../db/moments.ts';
import { dueCondition } from './clock/due-filter.ts';

export interface ListFilter {
  portfolio_name?: string | undefined;
  lender?: number | undefined;
  upload?: number | undefined;
  due?: DueFilter | undefined;
  pin?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export async function findShownPortfolios(
  db: Db,
  { portfolio_name: name, lender }: Pick<ListFilter, 'portfolio_name' | 'lender'>,
): Promise<string[] | undefined> {
  if (lender === undefined) return name ? [name] : undefined;
  const rows = await db
    .selectFrom('lender_portfolios')
    .select('portfolio_name')
    .where('lender_id', '=', lender)
    .execute();
  const names = rows.map(({ portfolio_name }) => portfolio_name);
  return name ? names.filter((one) => one === name) : names;
}

export async function conditionsOnApplicants(
  db: Db,
  { due, pin, upload }: ListFilter,
  portfolios: readonly string[] | undefined,
  timeZone: string,
): Promise<RawBuilder<unknown>[]> {
  return [
    ...(due === undefined ? [] : [await dueCondition(db, due, timeZone)]),
    ...(pin === undefined ? [] : [sql`a.pin_code like ${`${pin}%`}`]),
    ...(portfolios === undefined ? [] : [isAmong('a.portfolio_name', portfolios)]),
    ...(upload === undefined ? [] : [await isOfUpload(db, upload)]),
  ];
}

/**
 * Returns the condition that an applicant belongs to an upload. The range of the applicants' ids is stored,
 * so no index on `upload_id` is needed.
 */
async function isOfUpload(db: Db, id: number): Promise<RawBuilder<unknown>> {
  const upload = await db
    .selectFrom('uploads')
    .select(['first_applicant_id as first', 'last_applicant_id as last'])
    .where('id', '=', id)
    .executeTakeFirst();
  return upload?.first
    ? sql`a.upload_id = ${id} and a.id between ${upload.first} and ${upload.last}`
    : sql`false`;
}

/**
 * Returns the condition that a column has one of the values. Compares a single value with `=`, because the
 * planner then knows that an index on this column returns the rows in the list's order.
 */
export const isAmong = (column: string, values: readonly string[]) =>
  values.length === 1
    ? sql`${sql.ref(column)} = ${values[0]}`
    : sql`${sql.ref(column)} = any(${values}::text[])`;

export const withinDays = (
  moment: RawBuilder<unknown>,
  { from, to }: Pick<ListFilter, 'from' | 'to'>,
  timeZone: string,
) => [
  ...(from === undefined ? [] : [sql`${moment} >= ${dayStart(from, 0, timeZone)}`]),
  ...(to === undefined ? [] : [sql`${moment} < ${dayStart(to, 1, timeZone)}`]),
];

export const and = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

interface NarrowedList {
  /** The listed table, joined with its applicants `a`. */
  from: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /**
   * The timestamp by which the rows are ordered if the filter has days, because an index of this timestamp
   * finds the days. Undefined if the rows are ordered by id.
   */
  moment: RawBuilder<unknown> | undefined;
  conditions: readonly RawBuilder<unknown>[];
  sort: ListSort | undefined;
  /** Whether the clock of every listed row is running. */
  isOpen: boolean;
  page: number;
  page_size: number;
  /** The maximum number of rows that are counted. */
  most: number;
}

/**
 * Builds a statement for `count`, `is_minimum` and the `ids` of a page. The statement first looks for
 * `most` + 1 matching rows in any order, so that the planner can use an index of the filter. If it finds as
 * many, matching rows are frequent, so it reads the page from an index in the order of the list.
 */
export function narrowedPage(list: NarrowedList): RawBuilder<unknown> {
  const { from, id, moment, conditions, sort, most } = list;
  const dueAt = sql`case when a.clock_runs then a.due_at end`;
  const key = sort === 'due' ? dueAt : (moment ?? sql`null::timestamptz`);
  const order = sort === 'due' ? sql`key nulls last, id desc` : sql`key desc, id desc`;
  const isPaged = startOf(list) < most;
  return sql`
    with found as materialized (
      select ${id} as id, ${key} as key from ${from} where ${and(conditions)} limit ${sql.lit(most + 1)}
    )
    select least(count, ${sql.lit(most)}) as count, count > ${sql.lit(most)} as is_minimum,
      case when count > ${sql.lit(most)} then ${isPaged ? sql`array(${walkedIds(list)})` : noIds}
        else array(select id from found order by ${order} ${pageOf(list)}) end as ids
    from (select count(*) from found) as total`;
}

/**
 * Whether this is the page that a list opens with. Only the statement of this page is prepared, because the
 * text of the statement differs from page to page.
 */
export const isFirstPage = ({ page, page_size }: Pick<NarrowedList, 'page' | 'page_size'>) =>
  page === 1 && page_size === limits.pageSize;

export const startOf = ({ page, page_size }: Pick<NarrowedList, 'page' | 'page_size'>) =>
  (page - 1) * page_size;

export const noIds = sql`'{}'::bigint[]`;

/**
 * Returns the limit and offset of a page as literals. With parameters, the planner would assume that the page
 * has a tenth of all rows.
 */
export const pageOf = (list: Pick<NarrowedList, 'page' | 'page_size'>) =>
  sql`limit ${sql.lit(list.page_size)} offset ${sql.lit(startOf(list))}`;

export function walkedIds(list: Omit<NarrowedList, 'most'>): RawBuilder<unknown> {
  const { from, id, moment, conditions, sort, isOpen, page, page_size } = list;
  const newest = moment ? sql`${moment} desc, ${id} desc` : sql`${id} desc`;
  if (sort !== 'due') {
    return sql`select ${id} from ${from} where ${and(conditions)} order by ${newest} ${pageOf(list)}`;
  }
  const upTo = sql`limit ${sql.lit(page * page_size)}`;
  const running = sql`(select ${id} as id, a.due_at as key from ${from}
    where ${and([...conditions, sql`a.clock_runs`])} order by a.due_at, ${id} desc ${upTo})`;
  const others = sql`(select ${id}, null from ${from}
    where ${and([...conditions, sql`not a.clock_runs`])} order by ${id} desc ${upTo})`;
  return sql`select id from (${running} ${isOpen ? sql`` : sql`union all ${others}`}) as stretches
    order by key nulls last, id desc ${pageOf(list)}`;
}
