import type { Db } from '../db/connection.ts';

const activeUser = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null);

/** Whether a user is active still: their session may have ended while a file arrived. */
export const isActiveUser = async (db: Db, id: number): Promise<boolean> =>
  (await activeUser(db, id).executeTakeFirst()) !== undefined;

/** Locks a user, if still active, so that nobody deactivates or deletes them meanwhile. Answers whether they are. */
export const lockActiveUser = async (db: Db, id: number): Promise<boolean> =>
  (await activeUser(db, id).forShare().executeTakeFirst()) !== undefined;
