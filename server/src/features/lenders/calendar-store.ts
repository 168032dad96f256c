import type { Calendar, CalendarDay } from '@doorstep/contract/lenders/calendars';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { updateRow } from '../../db/update-row.ts';

export type CalendarContent = Pick<Calendar, 'name' | 'week' | 'days'>;

export async function listCalendars(db: Db, id?: number): Promise<Calendar[]> {
  const { rows } = await sql<Calendar>`
    select c.id, c.name, c.week, c.updated_at,
      (select count(*) from turnaround_rules r where r.calendar_id = c.id and r.ended_at is null) as rules,
      coalesce((select json_agg(json_build_object('day', d.day, 'name', d.name, 'hours', d.hours) order by d.day)
        from calendar_days d where d.calendar_id = c.id), '[]') as days
    from calendars c where c.deleted_at is null ${id === undefined ? sql`` : sql`and c.id = ${id}`}
    order by lower(c.name), c.id`.execute(db);
  return rows;
}

/** New rules that use the calendar wait for this lock. */
export function lockCalendar(db: Db, id: number) {
  return db
    .selectFrom('calendars')
    .select(['id', 'name', 'updated_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function insertCalendar(db: Db, { name, week, days }: CalendarContent) {
  const { id } = await db
    .insertInto('calendars')
    .values({ name, week: JSON.stringify(week) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertDays(db, id, days);
  return id;
}

export async function replaceCalendar(db: Db, id: number, { name, week, days }: CalendarContent) {
  await updateRow(db, 'calendars', id, {
    name,
    week: JSON.stringify(week),
    updated_at: sql`now()`,
  });
  await db.deleteFrom('calendar_days').where('calendar_id', '=', id).execute();
  await insertDays(db, id, days);
}

async function insertDays(db: Db, calendar_id: number, days: readonly CalendarDay[]) {
  if (days.length === 0) return;
  await db
    .insertInto('calendar_days')
    .values(
      days.map(({ hours, ...day }) => ({ ...day, calendar_id, hours: JSON.stringify(hours) })),
    )
    .execute();
}

/**
 * Marks a calendar as deleted. Its hours stay stored, because applicants with a rule that has ended may still
 * need them.
 */
export async function hideCalendar(db: Db, id: number): Promise<void> {
  await updateRow(db, 'calendars', id, { deleted_at: sql`now()`, updated_at: sql`now()` });
}
