import type { Target } from '@doorstep/contract/exports/daily';
import type { LayoutContent } from '@doorstep/contract/exports/layouts';
import type { TurnaroundRule } from '@doorstep/contract/lenders';
import { type Hours, type Week, weekdays } from '@doorstep/contract/lenders/calendars';
import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';

let names = 0;

export const weekOf = (hours: Hours, lastDay: (typeof weekdays)[number] = 'sun'): Week =>
  Object.fromEntries(
    weekdays.map((day, index) => [day, index <= weekdays.indexOf(lastDay) ? hours : []]),
  ) as Week;

export const aroundTheClock = weekOf([{ from: '00:00', to: '24:00' }]);

export async function addCalendarRow(db: Kysely<Database>, week = aroundTheClock): Promise<number> {
  names += 1;
  const { id } = await db
    .insertInto('calendars')
    .values({ name: `Calendar ${names}`, week: JSON.stringify(week) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export const ruleOf = (
  calendar_id: number,
  more: Partial<TurnaroundRule> = {},
): TurnaroundRule => ({
  ...{ product_type: null, visit_type: null, pin_prefix: null },
  ...{ minutes: 24 * 60, calendar_id, starts: 'received', valid_from: '2020-01-01' },
  ...more,
});

export async function addLenderRow(
  db: Kysely<Database>,
  more: Partial<Omit<TurnaroundRule, 'calendar_id'>> & { week?: Week; portfolios?: string[] } = {},
) {
  const { week, portfolios = [`Portfolio ${(names += 1)}`], ...rule } = more;
  const calendar_id = await addCalendarRow(db, week);
  const name = `Lender ${names}`;
  const { id, updated_at } = await db
    .insertInto('lenders')
    .values({ name })
    .returning(['id', 'updated_at'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('lender_portfolios')
    .values(portfolios.map((portfolio_name) => ({ portfolio_name, lender_id: id })))
    .execute();
  const rules = [ruleOf(calendar_id, rule)];
  const { id: ruleId } = await db
    .insertInto('turnaround_rules')
    .values(rules.map((one) => ({ ...one, lender_id: id })))
    .returning('id')
    .executeTakeFirstOrThrow();
  return {
    id,
    name,
    updated_at,
    portfolios,
    portfolio: portfolios[0] ?? '',
    rules,
    ruleId,
    calendar_id,
  };
}

/**
 * Sets an applicant's due time to `due` milliseconds from now. The warnings come one, two and three hours
 * before the due time.
 */
export async function setDue(
  db: Kysely<Database>,
  applicantId: number,
  ruleId: number,
  due = 24 * 3_600_000,
): Promise<string> {
  const now = Date.now();
  const at = (hoursBefore: number) => new Date(now + due - hoursBefore * 3_600_000).toISOString();
  await db
    .updateTable('applicants')
    .set({ rule_id: ruleId, due_at: at(0), warn_undecided_at: at(1) })
    .set({ warn_unvisited_at: at(2), warn_unassigned_at: at(3) })
    .where('id', '=', applicantId)
    .execute();
  return at(0);
}

export const layoutOf = (
  fields: readonly string[],
  more: Partial<LayoutContent> = {},
): LayoutContent => ({
  columns: fields.map((field) => ({ heading: `Their ${field}`, field, constant: null })),
  ...{ date_format: 'dd-mmm-yyyy', sheet_name: 'MIS' },
  ...more,
});

export async function addLayoutRow(
  db: Kysely<Database>,
  lender_id: number,
  layout: LayoutContent,
): Promise<void> {
  const columns = JSON.stringify(layout.columns);
  await db
    .insertInto('export_layouts')
    .values({ lender_id, ...layout, columns })
    .execute();
}

export const dailyOf = (target: Target) => ({ at: '00:00', format: 'csv' as const, target });

/** Adds a daily export whose last file was planned 30 days ago, so that the next file is due. */
export async function addDailyRow(
  db: Kysely<Database>,
  lender_id: number,
  target: Target,
  secret: Buffer | null = null,
): Promise<void> {
  const before = new Date(Date.now() - 30 * 86_400_000);
  await db
    .insertInto('daily_exports')
    .values({
      ...{ lender_id, ...dailyOf(target), target: JSON.stringify(target), secret },
      ...{ since: before, planned_until: before },
    })
    .execute();
}
