import type { Db } from '../../db/connection.ts';

const activeUser = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null);

export const isActiveUser = async (db: Db, id: number): Promise<boolean> =>
  (await activeUser(db, id).executeTakeFirst()) !== undefined;

/** Locks a user, so that no request deactivates or deletes it. Returns false if the user is not active. */
export const lockActiveUser = async (db: Db, id: number): Promise<boolean> =>
  (await activeUser(db, id).forShare().executeTakeFirst()) !== undefined;
