import { type Expression, type RawBuilder, sql } from 'kysely';

/** The start of a day in a time zone, `plusDays` later: the day after the last one ends a range of days. */
export const dayStart = (day: string, plusDays: 0 | 1, timeZone: string): RawBuilder<string> =>
  sql<string>`((${day}::date + ${plusDays}::int)::timestamp at time zone ${timeZone})`;

/** A timestamp in the format of the API, for JSON that the database builds and the driver does not convert. */
export const isoUtc = (moment: Expression<unknown>) =>
  sql<string>`to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
