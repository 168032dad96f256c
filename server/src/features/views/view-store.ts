import { limits } from '@doorstep/contract/limits';
import type { View } from '@doorstep/contract/views';
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { countRows } from '../../db/count-rows.ts';
import type { Database } from '../../db/schema.ts';

const columns = ['id', 'list', 'name', 'filter'] as const;

export const listViews = (db: Db, userId: number): Promise<View[]> =>
  db
    .selectFrom('saved_views')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy(sql`lower(name)`)
    .execute();

/**
 * Stores a view without its search text, because the text may be a person's name. Returns undefined if the
 * user already has the maximum number of views.
 */
export const insertView = (
  db: Kysely<Database>,
  userId: number,
  { list, name, filter: { search: _, ...filter } }: Omit<View, 'id'>,
): Promise<View | undefined> =>
  db.transaction().execute(async (trx) => {
    // Locks the user, because two requests at the same time must not both store the last allowed view.
    await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
    const count = await countRows(trx.selectFrom('saved_views').where('user_id', '=', userId));
    if (count >= limits.savedViews) return undefined;
    return trx
      .insertInto('saved_views')
      .values({ user_id: userId, list, name, filter: JSON.stringify(filter) })
      .returning(columns)
      .executeTakeFirstOrThrow();
  });

export async function removeView(db: Db, userId: number, id: number): Promise<string | undefined> {
  const deleted = await db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return deleted?.name;
}
