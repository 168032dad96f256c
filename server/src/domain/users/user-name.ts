import type { Db } from '../../db/connection.ts';

/**
 * Reads the name of a user referenced by a locked row. The statement that locks the row can't read the name
 * too: if it waits for the lock, it still reads joined rows as they were before the wait.
 */
export async function nameOfUser(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
