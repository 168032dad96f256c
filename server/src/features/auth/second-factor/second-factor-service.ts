import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { decrypt, encrypt } from '../../../domain/secrets/encrypt.ts';
import { endSessionsOf } from '../../../domain/users/end-sessions.ts';
import type { SignedIn } from '../../../http/access/authentication.ts';
import { conflict, forbidden, invalid, missing, notFound } from '../../../problems.ts';
import { findAccountById } from '../accounts/account-store.ts';
import { verifyPassword } from '../accounts/password.ts';
import { accountKey, countAttempt, forgiveAttempt } from '../sign-in/sign-in-limit-store.ts';
import { digitsOf, secretPurpose, spendCode } from './check-code.ts';
import { makeRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  dropSecondFactor,
  findSecondFactor,
  saveEnrolment,
  saveRecoveryCodes,
} from './second-factor-store.ts';
import { newSecret, stepOf, uriOf } from './totp.ts';

export interface FactorContext {
  db: Kysely<Database>;
  secret: Uint8Array;
  /** The name that the authenticator app shows for this installation. */
  issuer: string;
  isRequired: boolean;
}

const alreadyOn = () => conflict('Two-step sign-in is on already.', 'second_factor_on');
const wrongCode = () =>
  invalid({
    code: ['This code is wrong or was already used. Enter the code that the app shows now.'],
  });

export async function describeSecondFactor({ db, isRequired }: FactorContext, { id }: SignedIn) {
  const factor = await findSecondFactor(db, id);
  const since = factor?.confirmed_at ?? null;
  return {
    is_on: since !== null,
    on_since: since,
    recovery_codes_left: await countRecoveryCodes(db, id),
    is_required: isRequired,
  };
}

/** Checks the user's password again, because someone else may be using the session at an unattended desk. */
async function confirmPassword(db: Kysely<Database>, { id }: SignedIn, password: string) {
  const account = await findAccountById(db, id);
  const attempt = [accountKey(id, 'password again')];
  await countAttempt(db, attempt);
  if (!account || !(await verifyPassword(account.password_hash, password))) {
    throw invalid({ password: ['This password is wrong.'] });
  }
  await forgiveAttempt(db, attempt);
  return account;
}

export async function enrol(
  { db, secret, issuer }: FactorContext,
  user: SignedIn,
  password: string,
) {
  const account = await confirmPassword(db, user, password);
  const shared = newSecret();
  const encrypted = encrypt(secret, secretPurpose(user.id), shared);
  if (!(await saveEnrolment(db, user.id, encrypted))) throw alreadyOn();
  return { secret: shared, uri: uriOf(shared, issuer, account.email) };
}

export async function confirmEnrolmentOf(
  { db, secret }: FactorContext,
  actor: Actor,
  user: SignedIn,
  code: string,
): Promise<string[]> {
  const factor = await findSecondFactor(db, user.id);
  if (!factor) throw conflict('Start setting up two-step sign-in first.', 'not_enrolling');
  if (factor.confirmed_at !== null) throw alreadyOn();
  const attempt = [accountKey(user.id, 'code')];
  await countAttempt(db, attempt);
  const shared = decrypt(secret, secretPurpose(user.id), factor.encrypted_secret);
  const digits = digitsOf(code);
  const step = shared && digits && stepOf(shared, digits, Date.now());
  if (!step) throw wrongCode();

  const codes = makeRecoveryCodes();
  await db.transaction().execute(async (trx) => {
    if (!(await confirmSecret(trx, user.id, factor.encrypted_secret, step))) throw alreadyOn();
    await saveRecoveryCodes(trx, user.id, codes.map(recoveryCodeHash));
    await forgiveAttempt(trx, attempt);
    await recordAudit(trx, actor, 'user.second_factor_on', user.id);
  });
  return codes;
}

export async function turnOff(
  { db, secret }: FactorContext,
  actor: Actor,
  user: SignedIn,
  { password, code }: { password: string; code: string },
): Promise<void> {
  await confirmPassword(db, user, password);
  const attempt = [accountKey(user.id, 'code')];
  await countAttempt(db, attempt);
  await db.transaction().execute(async (trx) => {
    if (!(await spendCode(trx, secret, user.id, code))) throw wrongCode();
    await dropSecondFactor(trx, user.id);
    await forgiveAttempt(trx, attempt);
    await recordAudit(trx, actor, 'user.second_factor_off', user.id);
  });
}

/** Ends the colleague's sessions too, because the colleague may have lost a phone that is signed in. */
export async function removeSecondFactorOf(
  { db }: FactorContext,
  actor: Actor,
  asker: SignedIn,
  id: number,
): Promise<void> {
  if (!(await findAccountById(db, id))) throw notFound('User');
  if (id === asker.id) throw forbidden('Turn off your own two-step sign-in on your account page.');
  await db.transaction().execute(async (trx) => {
    if (!(await dropSecondFactor(trx, id))) {
      throw missing('This user doesn’t use two-step sign-in.');
    }
    await recordAudit(trx, actor, 'user.second_factor_removed', id, {
      after: { sessions_ended: await endSessionsOf(trx, id) },
    });
  });
}
