import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** Locks active agents, so that no request deactivates or deletes them. The order by id prevents deadlocks. */
const activeAgents = (db: Db) =>
  db
    .selectFrom('users')
    .where('is_admin', '=', false)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare();

export async function lockActiveAgents(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await activeAgents(db)
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Locks agents against being deleted. Returns the ids of those that are not deleted. */
export async function lockAgents(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute();
  return new Set(rows.filter((row) => row.deleted_at === null).map(({ id }) => id));
}
