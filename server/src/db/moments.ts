import { type Expression, type RawBuilder, sql } from 'kysely';

/** The moment a day begins in a time zone, `plusDays` later: the day after the last one bounds a range of days. */
export const dayStart = (day: string, plusDays: 0 | 1, timeZone: string): RawBuilder<string> =>
  sql<string>`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`;

/** A moment as the wire has it, for JSON that the database builds: there the driver rewrites nothing. */
export const isoUtc = (moment: Expression<unknown>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
