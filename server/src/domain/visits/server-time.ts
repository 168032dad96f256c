import { sql } from 'kysely';

/**
 * Converts a time of a phone to the server's clock. Each visit has the difference between both clocks; an
 * unknown difference counts as zero. `moment` is the column, and `visit` is the alias of the visit in the
 * statement.
 */
export const serverTime = (moment: string, visit: string) =>
  sql<
    string | null
  >`(${sql.ref(moment)} - coalesce(${sql.ref(`${visit}.clock_offset_ms`)}, 0) * interval '1 ms')`;

export const arrivedAt = (visit: string) => serverTime(`${visit}.arrived_at`, visit);
