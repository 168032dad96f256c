import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { ACCOUNT_CLOSED, NOT_AN_AGENT } from '@doorstep/contract/auth';
import { CHALLENGE_OVER, SECOND_FACTOR_REQUIRED } from '@doorstep/contract/auth/second-factor';
import { readAccountName } from '@doorstep/contract/text/account-name';
import { texts } from '@doorstep/contract/texts';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/database-errors.ts';
import { hasSecondFactor } from '../../../domain/users/second-factor.ts';
import { serverLimits } from '../../../limits.ts';
import { Problem } from '../../../problems.ts';
import { workQueue } from '../../../work/work-queue.ts';
import {
  type Account,
  findAccount,
  findAccountById,
  lockAccount,
} from '../accounts/account-store.ts';
import { hashPassword, verifyPassword } from '../accounts/password.ts';
import { makeChallenge, readChallenge } from '../second-factor/challenge.ts';
import { spendCode } from '../second-factor/check-code.ts';
import { type SessionContext, startSession } from '../sessions/session-service.ts';
import { wasSessionOf } from '../sessions/session-store.ts';
import {
  type AttemptKey,
  attemptKeys,
  codeKeys,
  countAttempt,
  forgiveAttempt,
} from './sign-in-limit-store.ts';

/** `device` is the session id in the browser's device cookie. The session may have ended. */
export interface AttemptOrigin {
  app: 'office' | 'field';
  address: string;
  userAgent: string;
  device: string | undefined;
  /** Whether the request was made on this machine. Demo accounts require this. */
  isLocal: boolean;
}

const wrongCredentials = () =>
  new Problem(401, texts.login.checkCredentials, { code: 'wrong_credentials' });

// These messages must not contain "expired" or "invalid", because the app would treat them as the end of a
// session.
const codeWanted = (challenge: string) =>
  new Problem(401, 'Enter the code that your phone shows.', {
    code: SECOND_FACTOR_REQUIRED,
    challenge,
  });
const challengeOver = () =>
  new Problem(401, 'The sign-in took too long. Please log in again.', { code: CHALLENGE_OVER });
const wrongCode = () =>
  new Problem(
    401,
    'This code is wrong or was already used. Enter the code that the app shows now, or an unused recovery code.',
    {
      code: 'wrong_second_factor',
    },
  );

const notAnAgent = () =>
  new Problem(403, 'This app is for field agents. The office is at the address without /field/.', {
    code: NOT_AN_AGENT,
  });

const accountClosed = (officePhone: string | undefined) =>
  new Problem(403, 'This account is closed. Please call the office.', {
    code: ACCOUNT_CLOSED,
    officePhone,
  });

/**
 * The hash of a random password. This hash is checked for an unknown account, so that the answer takes as
 * long as for a known account.
 */
const unusedHash = hashPassword(randomBytes(16).toString('hex'));

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function knownDevice({ db }: SessionContext, { device = '' }: AttemptOrigin, userId = 0) {
  return uuid.test(device) && (await wasSessionOf(db, device, userId)) ? device : undefined;
}

const isUsableHere = ({ rules }: SessionContext, { isLocal }: AttemptOrigin, account: Account) =>
  !account.is_demo || (rules.demoAccounts && isLocal);

const isWelcome = (context: SessionContext, origin: AttemptOrigin, account: Account) =>
  account.is_active && isUsableHere(context, origin, account);

/** Whether a deactivated agent tries the agent's app. This agent must call the office about unsent visits. */
const isClosedAgent = (context: SessionContext, origin: AttemptOrigin, account: Account) =>
  origin.app === 'field' &&
  !account.is_active &&
  !account.is_admin &&
  isUsableHere(context, origin, account);

interface Credentials {
  email_or_mobile: string;
  password: string;
}

/**
 * Limits parallel sign-ins to the number of cores, because hashing a password needs a whole core. More
 * parallel sign-ins would occupy database connections without being faster.
 */
export const signInQueue = (longestWait = serverLimits.workWait) =>
  workQueue({
    atOnce: availableParallelism(),
    waiting: serverLimits.signInsWaiting,
    longestWait,
  });

/**
 * Opens a session if the account name and the password are right. If the account has a second factor, throws
 * a problem that asks for the code instead. The error for wrong credentials does not reveal whether the
 * account exists. Only a deactivated agent with the right password, in the agent's app, learns that the
 * account is closed.
 */
export async function signIn(
  context: SessionContext,
  actor: Actor,
  origin: AttemptOrigin,
  { email_or_mobile, password }: Credentials,
) {
  const { db, secret, rules } = context;
  const { field, value } = readAccountName(email_or_mobile);
  const account = await findAccount(db, field, value);
  const keys = attemptKeys({
    userId: account?.id,
    typed: value,
    ip: origin.address,
    device: await knownDevice(context, origin, account?.id),
  });
  await countAttempt(db, keys);

  const isRight = await verifyPassword(account?.password_hash ?? (await unusedHash), password);
  if (account && isRight && isWelcome(context, origin, account)) {
    if (origin.app === 'field' && account.is_admin) {
      await forgiveAttempt(db, keys);
      throw notAnAgent();
    }
    if (await hasSecondFactor(db, account.id)) {
      await forgiveAttempt(db, keys);
      throw codeWanted(makeChallenge(secret, account));
    }
    const session = await db.transaction().execute(async (trx) => {
      const isLocked = await lockAccount(trx, account);
      return isLocked ? openSession(trx, context, actor, origin, account, keys) : undefined;
    });
    const mustEnrol = rules.secondFactorRequired && account.is_admin;
    if (session) return { user: asAnswer(account), session, mustEnrol };
  }
  await recordAudit(db, actor, 'session.sign_in_failed', account?.id ?? null);
  if (account && isRight && isClosedAgent(context, origin, account)) {
    await forgiveAttempt(db, keys);
    throw accountClosed(context.officePhone);
  }
  throw wrongCredentials();
}

export type SignedInNow = Awaited<ReturnType<typeof signIn>>;

/** Opens the session of a sign-in that needs a second factor. {@link signIn} has checked the password. */
export async function finishSignIn(
  context: SessionContext,
  actor: Actor,
  origin: AttemptOrigin,
  { challenge, code }: { challenge: string; code: string },
): Promise<SignedInNow> {
  const { db, secret } = context;
  const claim = readChallenge(secret, challenge);
  const account = claim && (await findAccountById(db, claim.userId));
  if (!account || !claim.isOf(account) || !isWelcome(context, origin, account))
    throw challengeOver();
  const { sessionId } = claim;
  if (await wasSessionOf(db, sessionId, account.id)) throw challengeOver();
  const device = await knownDevice(context, origin, account.id);
  const keys = codeKeys(account.id, origin.address, device);
  await countAttempt(db, keys);

  const session = await db
    .transaction()
    .execute(async (trx) => {
      if (!(await lockAccount(trx, account))) return undefined;
      const secondFactor = await spendCode(trx, secret, account.id, code);
      if (!secondFactor) return undefined;
      const how = { second_factor: secondFactor };
      return openSession(trx, context, actor, { ...origin, sessionId }, account, keys, how);
    })
    .catch((error: unknown) => {
      // Two requests used the same challenge at the same time, so the session exists already.
      throw violatedConstraint(error) === 'sessions_pkey' ? challengeOver() : error;
    });
  if (session) return { user: asAnswer(account), session, mustEnrol: false };
  await recordAudit(db, actor, 'session.sign_in_failed', account.id, {
    after: { second_factor: 'wrong' },
  });
  throw wrongCode();
}

function asAnswer({ password_hash: _, is_demo: __, ...user }: Account) {
  return user;
}

/** `db` must be the transaction that locked the account. */
async function openSession(
  db: Db,
  context: SessionContext,
  actor: Actor,
  origin: AttemptOrigin & { sessionId?: string },
  { id }: Account,
  keys: AttemptKey[],
  how: { second_factor?: string } = {},
) {
  await forgiveAttempt(db, keys);
  const session = await startSession(db, context, id, origin, origin.sessionId);
  await recordAudit(db, { ...actor, id }, 'session.sign_in', id, {
    after: { session_id: session.id, ...how },
  });
  return session;
}
