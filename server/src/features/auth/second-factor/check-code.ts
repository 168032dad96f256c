import type { Db } from '../../../db/connection.ts';
import { decrypt } from '../../../domain/secrets/encrypt.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { findSecondFactor, spendRecoveryCode, spendStep } from './second-factor-store.ts';
import { stepOf } from './totp.ts';

/**
 * Returns the purpose for encrypting a secret. It contains the user's id, so that the secret works for one
 * account only.
 */
export const secretPurpose = (userId: number) => `second factor of ${userId}`;

/**
 * Returns the six digits of an authenticator app's code, without spaces and hyphens; undefined for any
 * other text.
 */
export function digitsOf(code: string): string | undefined {
  const bare = code.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(bare) ? bare : undefined;
}

/** Uses up a code of a user's second factor. Returns the code's kind; undefined if the code is not valid. */
export async function spendCode(
  db: Db,
  secret: Uint8Array,
  userId: number,
  code: string,
): Promise<'code' | 'recovery_code' | undefined> {
  const digits = digitsOf(code);
  if (digits === undefined) {
    const isSpent = await spendRecoveryCode(db, userId, recoveryCodeHash(code));
    return isSpent ? 'recovery_code' : undefined;
  }
  const factor = await findSecondFactor(db, userId);
  const shared = factor && decrypt(secret, secretPurpose(userId), factor.encrypted_secret);
  const step = shared === undefined ? undefined : stepOf(shared, digits, Date.now());
  return step !== undefined && (await spendStep(db, userId, step)) ? 'code' : undefined;
}
