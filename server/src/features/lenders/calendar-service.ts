import type { Calendar } from '@doorstep/contract/lenders/calendars';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { rejectTaken } from '../../db/database-errors.ts';
import type { Database } from '../../db/schema.ts';
import { conflict, orNotFound, rejectOutdated } from '../../problems.ts';
import {
  type CalendarContent,
  hideCalendar,
  insertCalendar,
  listCalendars,
  lockCalendar,
  replaceCalendar,
} from './calendar-store.ts';

const taken = { calendars_name: { name: ['Another calendar has this name'] } };

const contentOf = ({ name, week, days }: CalendarContent) => ({ name, week, days });

const readCalendar = async (db: Db, id: number): Promise<Calendar> =>
  orNotFound((await listCalendars(db, id))[0], 'Calendar');

export const add = (
  db: Kysely<Database>,
  actor: Actor,
  content: CalendarContent,
): Promise<Calendar> =>
  db
    .transaction()
    .execute(async (trx) => {
      const id = await insertCalendar(trx, content);
      await recordAudit(trx, actor, 'calendar.create', id, { after: contentOf(content) });
      return readCalendar(trx, id);
    })
    .catch((error: unknown) => rejectTaken(error, taken));

export const change = (
  db: Kysely<Database>,
  actor: Actor,
  { id, seen, content }: { id: number; seen: string | undefined; content: CalendarContent },
): Promise<Calendar> =>
  db
    .transaction()
    .execute(async (trx) => {
      const locked = orNotFound(await lockCalendar(trx, id), 'Calendar');
      rejectOutdated(seen, locked.updated_at, locked.name);
      const before = await readCalendar(trx, id);
      await replaceCalendar(trx, id, content);
      await recordAudit(trx, actor, 'calendar.update', id, {
        before: contentOf(before),
        after: contentOf(content),
      });
      return readCalendar(trx, id);
    })
    .catch((error: unknown) => rejectTaken(error, taken));

export const remove = (db: Kysely<Database>, actor: Actor, id: number): Promise<string> =>
  db.transaction().execute(async (trx) => {
    orNotFound(await lockCalendar(trx, id), 'Calendar');
    const calendar = await readCalendar(trx, id);
    if (calendar.rules > 0) {
      throw conflict(
        `${calendar.name} is used by ${calendar.rules === 1 ? 'a rule' : `${calendar.rules} rules`}. Change the rules first.`,
        'calendar_in_use',
      );
    }
    await hideCalendar(trx, id);
    await recordAudit(trx, actor, 'calendar.delete', id, {
      before: contentOf(calendar),
      after: null,
    });
    return calendar.name;
  });
