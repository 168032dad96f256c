import { sql } from 'kysely';

/** When a visit, by its alias in the statement, began: by the phone's clock, set right by how wrong it was. */
export const arrivedAt = (visit: string) =>
  sql`${sql.ref(`${visit}.arrived_at`)} - coalesce(${sql.ref(`${visit}.clock_offset_ms`)}, 0) * interval '1 ms'`;
