import type { Lender, TurnaroundRule } from '@doorstep/contract/lenders';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { updateRow } from '../../db/update-row.ts';

export type LenderContent = Pick<
  Lender,
  'name' | 'portfolios' | 'rules' | 'prints_times' | 'second_looks' | 'report_second_look'
>;

const ruleColumns = [
  'product_type',
  'visit_type',
  'pin_prefix',
  'minutes',
  'calendar_id',
  'starts',
  'valid_from',
] as const satisfies (keyof TurnaroundRule)[];

const names = sql.join(ruleColumns.map((name) => sql.ref(name)));

export async function listLenders(db: Db, id?: number): Promise<Lender[]> {
  const { rows } = await sql<Lender>`
    select l.id, l.name, l.prints_times, l.second_looks, l.report_second_look, l.updated_at,
      (select coalesce(sum(pending + assigned + visited), 0)::bigint from applicant_sums s
        join lender_portfolios p on p.portfolio_name = s.portfolio_name and p.lender_id = l.id
        where span = 'all' and start = '-infinity') as open,
      array(select portfolio_name from lender_portfolios p where p.lender_id = l.id
        order by lower(portfolio_name), portfolio_name) as portfolios,
      coalesce((select json_agg(rule order by id)
        from (select r.id, (select to_json(given) from (select ${names}) as given) as rule
          from turnaround_rules r where r.lender_id = l.id and r.ended_at is null) as rules), '[]') as rules
    from lenders l where l.deleted_at is null ${id === undefined ? sql`` : sql`and l.id = ${id}`}
    order by lower(l.name), l.id`.execute(db);
  return rows;
}

export async function listOtherPortfolios(db: Db): Promise<string[]> {
  const { rows } = await sql<{ portfolio_name: string }>`
    select distinct portfolio_name, lower(portfolio_name) from applicant_sums s
    where span = 'all' and start = '-infinity'
      and not exists (select from lender_portfolios p where p.portfolio_name = s.portfolio_name)
    order by lower(portfolio_name), portfolio_name`.execute(db);
  return rows.map(({ portfolio_name }) => portfolio_name);
}

/** The columns of `lenders` itself. An update leaves a column unchanged if its value is undefined. */
type OwnColumns = Omit<LenderContent, 'portfolios' | 'rules'>;

const ownColumns = ({ name, prints_times, second_looks, report_second_look }: OwnColumns) => ({
  ...{ name, prints_times, second_looks, report_second_look },
});

export async function insertLender(db: Db, lender: OwnColumns): Promise<number> {
  const { id } = await db
    .insertInto('lenders')
    .values(ownColumns(lender))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateLender(db: Db, id: number, lender: OwnColumns): Promise<void> {
  await updateRow(db, 'lenders', id, { ...ownColumns(lender), updated_at: sql`now()` });
}

/** Lists which of these portfolios belong to another lender, with the lender's name. */
export function listOwners(db: Db, lenderId: number | null, portfolios: readonly string[]) {
  return db
    .selectFrom('lender_portfolios as p')
    .innerJoin('lenders as l', 'l.id', 'p.lender_id')
    .select(['p.portfolio_name', 'l.name as lender'])
    .where(sql<boolean>`p.portfolio_name = any(${portfolios}::text[])`)
    .where('p.lender_id', 'is distinct from', lenderId)
    .orderBy('p.portfolio_name')
    .execute();
}

export async function setPortfolios(db: Db, lenderId: number, portfolios: readonly string[]) {
  await sql`delete from lender_portfolios where lender_id = ${lenderId}
    and portfolio_name <> all(${portfolios}::text[])`.execute(db);
  await sql`insert into lender_portfolios (portfolio_name, lender_id)
    select portfolio_name, ${lenderId} from unnest(${portfolios}::text[]) as given (portfolio_name)
    where not exists (select from lender_portfolios p
      where p.portfolio_name = given.portfolio_name and p.lender_id = ${lenderId})`.execute(db);
}

/** Locks calendars against deletion. Returns the ids that exist. */
export async function lockCalendars(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('calendars')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Ends rules that are missing from `rules`, and adds new rules. Unchanged rules keep their rows. */
export async function setRules(db: Db, lenderId: number, rules: readonly TurnaroundRule[]) {
  const given = sql`select * from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as given (product_type text,
    visit_type text, pin_prefix text, minutes int, calendar_id bigint, starts text, valid_from date)`;
  const current = sql`select ${names} from turnaround_rules where lender_id = ${lenderId} and ended_at is null`;
  await sql`update turnaround_rules r set ended_at = now() where r.lender_id = ${lenderId} and r.ended_at is null
    and exists (select ${names} except (${given}))`.execute(db);
  await sql`insert into turnaround_rules (lender_id, ${names})
    select ${lenderId}, * from (${given} except (${current})) as added`.execute(db);
}

/**
 * Marks a lender as deleted. The rules stay stored, because applicants show the rule that was applied to
 * them. The daily export is deleted together with its password or key.
 */
export async function hideLender(db: Db, id: number): Promise<void> {
  await setPortfolios(db, id, []);
  await setRules(db, id, []);
  await db.deleteFrom('daily_exports').where('lender_id', '=', id).execute();
  await updateRow(db, 'lenders', id, { deleted_at: sql`now()`, updated_at: sql`now()` });
}
