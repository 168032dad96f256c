import { readFile } from 'node:fs/promises';
import { type Hours, type Week, weekdays } from '@doorstep/contract/lenders/calendars';
import { ReportLayout } from '@doorstep/contract/reports/layouts';
import type { Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { dayIn } from '../domain/clock/days.ts';
import { agentOfHalfDays, agentOnLeave, demoLenders, rulesBegan } from './cases/lenders.ts';
import { areas } from './cases/places.ts';
import { type WorkingTime, workingDay, workingHours } from './working-time.ts';

/**
 * Inserts the lenders, and a calendar with the {@link workingHours} of the demo. The working time left until
 * each due time then doesn't depend on when the demo is loaded.
 */
export async function insertLenders(
  db: Transaction<Database>,
  now: Date,
  { add }: WorkingTime,
  { timeZone, admin }: { timeZone: string; admin: number },
): Promise<void> {
  const week = Object.fromEntries(
    weekdays.map((day, index): [keyof Week, Hours] => [day, index < 5 ? [workingHours] : []]),
  );
  const { id: calendar_id } = await db
    .insertInto('calendars')
    .values({ name: 'Monday to Friday', week: JSON.stringify(week) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const valid_from = dayIn(timeZone, add(now, -rulesBegan * workingDay)).toString();
  const lenders = await db
    .insertInto('lenders')
    .values(demoLenders.map(({ name }) => ({ name })))
    .returning('id')
    .execute();
  const withId = demoLenders.map((lender, index) => ({ ...lender, id: lenders[index]?.id ?? 0 }));
  await db
    .insertInto('lender_portfolios')
    .values(withId.map(({ id, portfolio }) => ({ lender_id: id, portfolio_name: portfolio })))
    .execute();
  await insertLayouts(db, withId);
  await db
    .insertInto('mappings')
    .values(
      withId.map(({ id, mapping: { name, headings, fields, second } }) => ({
        ...{ lender_id: id, name, updated_by: admin, created_at: now, updated_at: now },
        ...{ headings: JSON.stringify(headings), fields: JSON.stringify(fields) },
        second: second && JSON.stringify(second),
      })),
    )
    .execute();
  const rules = withId.flatMap(({ id, rules }) =>
    rules.map((rule) => ({ ...rule, lender_id: id })),
  );
  await db
    .insertInto('turnaround_rules')
    .values(rules.map((rule) => ({ ...rule, calendar_id, valid_from })))
    .execute();
}

export async function readDemoLayout(file: string): Promise<ReportLayout> {
  const path = new URL(`report-layouts/${file}`, import.meta.url);
  return ReportLayout.parse(JSON.parse(await readFile(path, 'utf8')));
}

async function insertLayouts(
  db: Transaction<Database>,
  lenders: readonly { id: number; layout: string }[],
): Promise<void> {
  for (const { id, layout } of lenders) {
    const { logo, ...content } = await readDemoLayout(layout);
    await db
      .insertInto('report_layouts')
      .values({
        ...{ lender_id: id, content: JSON.stringify(content) },
        logo: logo === undefined ? null : Buffer.from(logo, 'base64'),
      })
      .execute();
  }
}

export async function insertAvailability(
  db: Transaction<Database>,
  agents: readonly number[],
  now: Date,
  timeZone: string,
): Promise<void> {
  const prefixes = areas.map(({ pin }) => String(pin).slice(0, 4));
  await db
    .insertInto('agent_areas')
    .values(
      agents.map((agent_id, index) => ({
        agent_id,
        pin_prefix: prefixes[index % prefixes.length] ?? '',
      })),
    )
    .execute();
  const today = dayIn(timeZone, now);
  await db
    .insertInto('agent_leave')
    .values({
      agent_id: agents[agentOnLeave] ?? 0,
      from_day: today.subtract({ days: 1 }).toString(),
      to_day: today.add({ days: 6 }).toString(),
    })
    .execute();
  await db
    .updateTable('users')
    .set({ daily_capacity: agentOfHalfDays.tasksPerDay })
    .where('id', '=', agents[agentOfHalfDays.agent] ?? 0)
    .execute();
}
