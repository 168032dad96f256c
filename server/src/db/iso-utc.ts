import { type Expression, sql } from 'kysely';

/** A moment as the wire has it, for JSON that the database builds: there the driver rewrites nothing. */
export const isoUtc = (moment: Expression<unknown>) =>
  sql<string>`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
