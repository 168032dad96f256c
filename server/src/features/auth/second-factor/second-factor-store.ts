import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';

/** Finds the second factor of a user, also if its enrolment is not finished. */
export function findSecondFactor(db: Db, userId: number) {
  return db
    .selectFrom('second_factors')
    .select(['encrypted_secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/**
 * Saves the secret of an enrolment, in place of the secret of an earlier unfinished enrolment. Returns
 * false if the user has a confirmed second factor.
 */
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

/**
 * Confirms an enrolment if its secret is still the given one. If two requests try at the same time, one
 * gets false.
 */
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

/** Uses up the codes of a time step and of all earlier ones. If two requests try at the same time, one gets false. */
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

/** Uses up a recovery code. If two requests try at the same time, one gets false. */
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

/**
 * Removes a confirmed second factor and its recovery codes. Returns false if the user had no confirmed
 * second factor.
 */
export async function dropSecondFactor(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
