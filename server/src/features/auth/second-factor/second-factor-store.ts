import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';

/** Finds an unfinished enrolment too. Its `confirmed_at` is null. */
export function findSecondFactor(db: Db, userId: number) {
  return db
    .selectFrom('second_factors')
    .select(['encrypted_secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores a new secret, or replaces an unconfirmed one. Returns false if the user has a confirmed secret. */
export async function saveEnrolment(db: Db, userId: number, encrypted: Buffer): Promise<boolean> {
  const row = await db
    .insertInto('second_factors')
    .values({ user_id: userId, encrypted_secret: encrypted })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ encrypted_secret: encrypted, created_at: sql`now()`, last_step: 0 })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false if another request has replaced the secret or confirmed it first. */
export async function confirmSecret(
  db: Db,
  userId: number,
  encrypted: Buffer,
  step: number,
): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('encrypted_secret', '=', encrypted)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Makes the codes of this and earlier time steps invalid. Returns false if a code of this or a later step was
 * used already, for example by a simultaneous request.
 */
export async function spendStep(db: Db, userId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveRecoveryCodes(db: Db, userId: number, hashes: Buffer[]): Promise<void> {
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function spendRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const row = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  return countRows(
    db.selectFrom('recovery_codes').where('user_id', '=', userId).where('used_at', 'is', null),
  );
}

/** The foreign key deletes the recovery codes too. Returns false if there was no confirmed second factor. */
export async function dropSecondFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
