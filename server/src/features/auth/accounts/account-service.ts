import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { rejectTaken } from '../../../db/database-errors.ts';
import { doOnce, type IdempotentRequest } from '../../../db/idempotency-keys.ts';
import type { Database } from '../../../db/schema.ts';
import { endSessionsOf } from '../../../domain/users/end-sessions.ts';
import type { SignedIn } from '../../../http/access/authentication.ts';
import { forbidden, invalid, orNotFound } from '../../../problems.ts';
import { forgiveAccount } from '../sign-in/sign-in-limit-store.ts';
import { findAccount, insertAccount, setPasswordHash } from './account-store.ts';
import { hashPassword } from './password.ts';
import { rejectWeakPassword } from './weak-password.ts';

export interface NewAccount {
  name: string;
  email: string;
  phone: string;
  password: string;
  is_admin: boolean;
  is_superadmin: boolean;
}

export async function prepareAccount({ phone, password, ...account }: NewAccount) {
  if (account.is_superadmin && !account.is_admin) {
    throw invalid({ is_superadmin: ['Only an admin can be a super admin'] });
  }
  const owner = { ...account, phone_number: phone };
  await rejectWeakPassword('password', password, owner);
  return { ...owner, password_hash: await hashPassword(password) };
}

export async function addAccount(
  db: Db,
  actor: Actor,
  account: Awaited<ReturnType<typeof prepareAccount>>,
) {
  const { id, ...added } = await insertAccount(db, account).catch((error: unknown) =>
    rejectTaken(error, {
      users_email: { email: ['This email is already in use'] },
      users_phone_number: { phone: ['This phone number is already in use'] },
    }),
  );
  await recordAudit(db, actor, 'user.register', id, { after: added });
  return { id, full_name: added.name, email: added.email, phone: added.phone_number };
}

export async function registerAccount(
  db: Kysely<Database>,
  actor: Actor,
  body: NewAccount,
  request?: IdempotentRequest,
) {
  const account = await prepareAccount(body);
  return doOnce(db, request, (trx) => addAccount(trx, actor, account));
}

/** Also ends the account's sessions. Admins who reset their own password keep their current session. */
export async function resetPassword(
  db: Kysely<Database>,
  actor: Actor,
  admin: SignedIn,
  { phone_number, new_password }: { phone_number: string; new_password: string },
): Promise<void> {
  const target = orNotFound(await findAccount(db, 'phone_number', phone_number), 'User');
  if (target.is_admin && !admin.isSuperadmin) {
    throw forbidden('Only a super admin may reset the password of an admin.');
  }
  await rejectWeakPassword('new_password', new_password, target);
  const hash = await hashPassword(new_password);
  await db.transaction().execute(async (trx) => {
    orNotFound(await setPasswordHash(trx, target.id, hash), 'User');
    const except = target.id === admin.id ? admin.sessionId : undefined;
    const sessionsEnded = await endSessionsOf(trx, target.id, except);
    await forgiveAccount(trx, target.id);
    await recordAudit(trx, actor, 'user.reset_password', target.id, {
      after: { sessions_ended: sessionsEnded },
    });
  });
}
