import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';

function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'name',
      'email',
      'phone_number',
      'password_hash',
      'is_admin',
      'is_superadmin',
      'is_active',
      'is_demo',
    ])
    .where('deleted_at', 'is', null);
}

/** Finds inactive accounts too, but no deleted ones. */
export function findAccount(db: Db, field: 'email' | 'phone_number', value: string) {
  return selectAccounts(db).where(field, '=', value).executeTakeFirst();
}

export function findAccountById(db: Db, id: number) {
  return selectAccounts(db).where('id', '=', id).executeTakeFirst();
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/**
 * Locks an account until the transaction ends. Returns false if the account was deactivated or deleted, or if
 * its password has changed.
 */
export async function lockAccount(db: Db, { id, password_hash }: Account): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export function insertAccount(db: Db, account: Insertable<Database['users']>) {
  return db
    .insertInto('users')
    .values(account)
    .returning(['id', 'name', 'email', 'phone_number', 'is_admin', 'is_superadmin'])
    .executeTakeFirstOrThrow();
}

/** Also makes a demo account an ordinary account, because its password is no longer public. */
export async function setPasswordHash(db: Db, id: number, hash: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: hash, is_demo: false, updated_at: sql`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function hasSuperAdmin(db: Db, demoAccounts: boolean): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('is_superadmin', '=', true)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .$if(!demoAccounts, (query) => query.where('is_demo', '=', false))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

const setupCode = 'setup-code';

export async function saveSetupCode(db: Db, value: Buffer): Promise<void> {
  await db
    .insertInto('secrets')
    .values({ name: setupCode, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function isSetupCode(db: Db, value: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('secrets')
    .select('name')
    .where('name', '=', setupCode)
    .where('value', '=', value)
    .executeTakeFirst();
  return row !== undefined;
}

export async function spendSetupCode(db: Db, value: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('secrets')
    .where('name', '=', setupCode)
    .where('value', '=', value)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
