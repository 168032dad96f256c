import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export async function endSessionsOf(db: Db, userId: number, except?: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except as string))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
