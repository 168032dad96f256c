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

/** Locks a user against being deactivated or deleted. Returns false if the user is no longer active. */
export const lockActiveUser = async (db: Db, id: number): Promise<boolean> =>
  (await activeUser(db, id).forShare().executeTakeFirst()) !== undefined;
