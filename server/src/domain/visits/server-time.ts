import { sql } from 'kysely';

/**
 * Converts a time of a phone to the server's clock. The visit's `clock_offset_ms` says how far the phone's
 * clock is ahead; null counts as zero. `moment` is the column with the time; `visit` is the alias of `visits`
 * in the statement.
 */
export const serverTime = (moment: string, visit: string) =>
  sql<
    string | null
  >`(${sql.ref(moment)} - coalesce(${sql.ref(`${visit}.clock_offset_ms`)}, 0) * interval '1 ms')`;

export const arrivedAt = (visit: string) => serverTime(`${visit}.arrived_at`, visit);
