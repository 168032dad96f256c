import { randomBytes } from 'node:crypto';
import { texts } from '@doorstep/contract/errors';
import { type Actor, recordAudit } from '../../../db/audit.ts';
import { Problem } from '../../../problems.ts';
import { type Account, findAccount, holdAccount } from '../accounts/account-store.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';
import { type SessionKeeper, startSession } from '../sessions/session-service.ts';
import { wasSessionOf } from '../sessions/session-store.ts';
import { attemptKeys, countAttempt, forgiveAttempt } from './sign-in-limit-store.ts';

/** Where an attempt comes from; `device` is the last session that the browser remembers, open or over. */
export interface Visit {
  address: string;
  userAgent: string;
  device: string | undefined;
}

const wrongCredentials = () =>
  new Problem(401, texts.login.checkCredentials, { code: 'wrong_credentials' });

/** Nobody's password, hashed: an unknown account costs the same time as a known one. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'));

/** An email address in lower case, or a mobile number without +91, 0, spaces and dashes. */
export function readAccountName(typed: string): { field: 'email' | 'phone_number'; value: string } {
  const digits = typed.replace(/[\s().-]/g, '').replace(/^(\+91|91(?=\d{10}$)|0)(?=\d)/, '');
  return /^\d+$/.test(digits)
    ? { field: 'phone_number', value: digits }
    : { field: 'email', value: typed.trim().toLowerCase() };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens a session for the right account name and password. Whatever is wrong, the answer is the same. */
export async function signIn(
  keeper: SessionKeeper,
  actor: Actor,
  visit: Visit,
  { email_or_mobile, password }: { email_or_mobile: string; password: string },
) {
  const { db, rules } = keeper;
  const { field, value } = readAccountName(email_or_mobile);
  const account = await findAccount(db, field, value);
  const device = uuid.test(visit.device ?? '') ? visit.device : undefined;
  const isKnownDevice = device !== undefined && (await wasSessionOf(db, device, account?.id ?? 0));
  const keys = attemptKeys({
    userId: account?.id,
    typed: value,
    ip: visit.address,
    device: isKnownDevice ? device : undefined,
  });
  await countAttempt(db, keys);

  const isRight = await verifyPassword(account?.password_hash ?? (await nobodysHash), password);
  const isWelcome = account?.is_active && (rules.demoAccounts || !account.is_demo);
  const session =
    account && isRight && isWelcome
      ? await openSession(keeper, actor, visit, account, keys)
      : undefined;
  if (!account || !session) {
    await recordAudit(db, actor, {
      action: 'sign_in_failed',
      subject: 'session',
      subjectId: account?.id ?? null,
    });
    throw wrongCredentials();
  }
  const { password_hash: _, is_demo: __, ...user } = account;
  return { user, session };
}

function openSession(
  keeper: SessionKeeper,
  actor: Actor,
  visit: Visit,
  account: Account,
  keys: ReturnType<typeof attemptKeys>,
) {
  return keeper.db.transaction().execute(async (trx) => {
    if (!(await holdAccount(trx, account))) return undefined;
    await forgiveAttempt(trx, keys);
    const session = await startSession(trx, keeper, account.id, visit);
    await recordAudit(
      trx,
      { ...actor, id: account.id },
      {
        action: 'sign_in',
        subject: 'session',
        subjectId: account.id,
        after: { session_id: session.id },
      },
    );
    return session;
  });
}
