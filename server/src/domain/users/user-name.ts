import type { Db } from '../../db/connection.ts';

/**
 * Reads the name of a user referenced by a locked row. This needs a separate statement after the lock,
 * because the locking statement may read an older version of the joined rows.
 */
export async function nameOfUser(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
