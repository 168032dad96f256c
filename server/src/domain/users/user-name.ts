import type { Db } from '../../db/connection.ts';

/**
 * Reads the name of a user referenced by a locked row. A separate statement after the lock: rows joined by
 * the locking statement may be older than the row that it waited for.
 */
export async function nameOfUser(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
