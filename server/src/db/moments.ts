import { type Expression, type RawBuilder, sql } from 'kysely';

/**
 * Returns SQL for the start of a day in a time zone. With `plusDays` 1, returns the start of the next day,
 * which ends a range of days.
 */
export const dayStart = (day: string, plusDays: 0 | 1, timeZone: string): RawBuilder<string> =>
  sql<string>`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`;

/**
 * Returns SQL for a timestamp in the format of the API. Use it in JSON that the database builds, because the
 * driver doesn't convert timestamps in JSON.
 */
export const isoUtc = (moment: Expression<unknown>) =>
  sql<string>`to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
