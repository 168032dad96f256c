import type { Db } from '../db/connection.ts';

const existing = (db: Db) => db.selectFrom('lenders').where('deleted_at', 'is', null);

/** Whether any lender exists. Without lenders, no applicant has a due time. */
export const hasLenders = async (db: Db): Promise<boolean> =>
  (await existing(db).select('id').limit(1).executeTakeFirst()) !== undefined;

const selectLender = (db: Db, id: number) =>
  existing(db).select(['id', 'name', 'updated_at']).where('id', '=', id);

export const findLender = (db: Db, id: number) => selectLender(db, id).executeTakeFirst();

/** Locks a lender until the transaction ends, so that only one request at a time changes the lender and its data. */
export const lockLender = (db: Db, id: number) =>
  selectLender(db, id).forUpdate().executeTakeFirst();
