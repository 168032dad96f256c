import type { Db } from '../db/connection.ts';

/** The name of a user whom a locked row holds. Read after the lock: what a statement joins may be older than the row that it waited for. */
export async function nameOfUser(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return name;
}
