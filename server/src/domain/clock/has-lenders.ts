import type { Db } from '../../db/connection.ts';

/** Returns whether a lender is set up. Without one, nothing has a due time. */
export async function hasLenders(db: Db): Promise<boolean> {
  const lender = await db
    .selectFrom('lenders')
    .select('id')
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return lender !== undefined;
}
