import type { Db } from '../../../db/connection.ts';
import { decrypt } from '../../../domain/secrets/encrypt.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { findSecondFactor, spendRecoveryCode, spendStep } from './second-factor-store.ts';
import { stepOf } from './totp.ts';

/**
 * Returns the purpose with which a user's secret is encrypted. The purpose contains the user's id, so that a
 * secret that was copied to another account can't be decrypted.
 */
export const secretPurpose = (userId: number) => `second factor of ${userId}`;

export function digitsOf(code: string): string | undefined {
  const bare = code.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(bare) ? bare : undefined;
}

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
