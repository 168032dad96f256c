import { type RawBuilder, sql } from 'kysely';

/** The moment a day begins in a time zone, `plusDays` later: the day after the last one bounds a range of days. */
export const dayStart = (day: string, plusDays: 0 | 1, timeZone: string): RawBuilder<string> =>
  sql<string>`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`;
