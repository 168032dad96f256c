import { sql } from 'kysely';

/**
 * A moment that a visit's phone recorded, by the server's clock. A phone whose clock is wrong says by how much; what is unknown is
 * taken as right. `moment` is a column, `visit` the visit's alias in the statement.
 */
export const serverTime = (moment: string, visit: string) =>
  sql<
    string | null
  >`(${sql.ref(moment)} - coalesce(${sql.ref(`${visit}.clock_offset_ms`)}, 0) * interval '1 ms')`;

/** When the agent of a visit came to the door, by the server's clock. */
export const arrivedAt = (visit: string) => serverTime(`${visit}.arrived_at`, visit);
