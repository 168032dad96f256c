import { randomBytes, randomUUID } from 'node:crypto';
import type { Tokens } from '@doorstep/contract/auth';
import type { Kysely } from 'kysely';
import { sessionRules } from '../../../config/sessions.ts';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { endSessionsOf } from '../../../domain/users/end-sessions.ts';
import type { SignedIn } from '../../../http/access/authentication.ts';
import { notFound, unauthenticated } from '../../../problems.ts';
import type { AccessTokens, Bearer } from './access-token.ts';
import { sessionCache } from './session-cache.ts';
import {
  dropSpentRefreshTokens,
  endSession,
  findOpenSession,
  findOpenSessionByCookie,
  findTimeLeft,
  insertRefreshToken,
  insertSession,
  listGoodSessions,
  lockSessionOfRefreshToken,
  type OpenSession,
  type SessionRules,
  spendRefreshToken,
  touchSession,
} from './session-store.ts';

export interface SessionContext {
  db: Kysely<Database>;
  secret: Uint8Array;
  tokens: AccessTokens;
  rules: SessionRules;
  officePhone?: string | undefined;
}

const randomKey = () => randomBytes(32).toString('base64url');

async function inUse(db: Db, session: OpenSession | undefined): Promise<SignedIn | undefined> {
  if (!session) return undefined;
  const { isStale, ...user } = session;
  if (isStale) await touchSession(db, user.sessionId);
  return { ...user, maySendOnly: false };
}

export function bearerSessions(
  { db, rules, tokens }: SessionContext,
  cacheMilliseconds = sessionRules.sessionCache,
) {
  const cache = sessionCache(cacheMilliseconds, async (id) =>
    inUse(db, await findOpenSession(db, rules, id)),
  );
  return {
    find: async (accessToken: string): Promise<SignedIn | undefined> => {
      const bearer = await tokens.read(accessToken);
      if (!bearer) return undefined;
      const user = await cache.find(bearer.sessionId);
      if (user?.id !== bearer.userId) return undefined;
      return { ...user, maySendOnly: bearer.scope === 'send' };
    },
    forget: cache.forget,
  };
}

export async function findCookieSession(context: SessionContext, cookie: string | undefined) {
  if (!cookie) return undefined;
  return inUse(context.db, await findOpenSessionByCookie(context.db, context.rules, cookie));
}

/**
 * Returns the milliseconds until a session expires. Returns 0 if the session is not open any more, or if the
 * user's role has changed. Reading the time does not count as a use of the session.
 */
export async function timeLeftOf({ db, rules }: SessionContext, user: SignedIn): Promise<number> {
  const session = await findTimeLeft(db, rules, user.sessionId);
  return session?.id === user.id && session.isAdmin === user.isAdmin ? session.timeLeft : 0;
}

async function issueTokens(
  db: Db,
  tokens: AccessTokens,
  bearer: Bearer,
  generation = 0,
): Promise<Tokens> {
  const refreshToken = randomKey();
  await insertRefreshToken(db, refreshToken, bearer.sessionId, generation);
  return { access_token: await tokens.sign(bearer), refresh_token: refreshToken };
}

/** Opens a session. Throws if a session with this `id` exists already. */
export async function startSession(
  db: Db,
  { tokens, rules }: SessionContext,
  userId: number,
  from: { address: string; userAgent: string },
  id: string = randomUUID(),
) {
  const cookie = randomKey();
  await dropSpentRefreshTokens(db, userId, Math.max(rules.admins.maxDays, rules.agents.maxDays));
  await insertSession(db, { id, userId, cookie, ...from });
  return { id, cookie, tokens: await issueTokens(db, tokens, { userId, sessionId: id }) };
}

/** Signs the token with which a locked phone sends visits. The token is valid while its session is open. */
export const signSendToken = ({ tokens, rules }: SessionContext, userId: number, id: string) =>
  tokens.sign({ userId, sessionId: id, scope: 'send' }, rules.agents.maxDays * 86_400);

/** Issues new tokens. Ends the session if the token may have been copied (see {@link spendRefreshToken}). */
export async function renewTokens(
  { db, tokens, rules }: SessionContext,
  actor: Actor,
  refreshToken: string,
  isLocal: boolean,
): Promise<Tokens> {
  const renewed = await db.transaction().execute(async (trx) => {
    const family = await lockSessionOfRefreshToken(trx, refreshToken);
    if (!family || (family.is_demo && !isLocal)) return undefined;
    const spent = await spendRefreshToken(trx, refreshToken, family.is_admin);
    if (!spent) return void (await endCopiedSession(trx, actor, family.id));
    const session = await inUse(trx, await findOpenSession(trx, rules, family.id));
    if (!session) return undefined;
    const bearer = { userId: session.id, sessionId: session.sessionId };
    return issueTokens(trx, tokens, bearer, spent.generation + 1);
  });
  // Throws after the transaction, because an error inside would roll back `endCopiedSession`.
  if (!renewed) throw unauthenticated();
  return renewed;
}

async function endCopiedSession(db: Db, actor: Actor, sessionId: string): Promise<void> {
  const ended = await endSession(db, sessionId);
  if (!ended) return;
  await recordAudit(db, actor, 'session.refresh_reused', ended.user_id, {
    after: { session_id: sessionId, ended: true },
  });
}

export function signOut(db: Kysely<Database>, actor: Actor, user: SignedIn): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await endSession(trx, user.sessionId))) return;
    await recordAudit(trx, actor, 'session.sign_out', user.id, {
      after: { session_id: user.sessionId },
    });
  });
}

export async function listSessionsOf({ db, rules }: SessionContext, user: SignedIn) {
  const rows = await listGoodSessions(db, rules, user.id);
  const sessions = rows.map((row) => ({ ...row, is_current: row.id === user.sessionId }));
  return sessions.sort((a, b) => Number(b.is_current) - Number(a.is_current));
}

export function endSessionOf(
  { db }: SessionContext,
  actor: Actor,
  user: SignedIn,
  id: string,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (!(await endSession(trx, id, user.id))) throw notFound('Session');
    await recordAudit(trx, actor, 'session.end_session', user.id, { after: { session_id: id } });
  });
}

export function endOthers(db: Kysely<Database>, actor: Actor, user: SignedIn): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ended = await endSessionsOf(trx, user.id, user.sessionId);
    if (ended > 0) {
      await recordAudit(trx, actor, 'session.end_other_sessions', user.id, {
        after: { sessions_ended: ended },
      });
    }
    return ended;
  });
}
