import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { sessionRules } from '../../../config/sessions.ts';
import { type Db, prepared } from '../../../db/connection.ts';

interface SessionLife {
  idleHours: number;
  maxDays: number;
}

/** If `demoAccounts` is false, accounts with a public password can't have sessions. */
export interface SessionRules {
  admins: SessionLife;
  agents: SessionLife;
  demoAccounts: boolean;
  /** If true, an admin without a second factor can only set one up or log out. */
  secondFactorRequired: boolean;
}

/** Hashes a cookie or a refresh token. Only the hash is stored, because a hash can't open a session. */
export const digest = (value: string) => hash('sha256', value, 'buffer');

function expiresAt({ admins, agents }: SessionRules) {
  const byRole = (forAdmins: number, forAgents: number) =>
    sql`(case when users.is_admin then ${forAdmins}::int else ${forAgents}::int end)`;
  const idleHours = byRole(admins.idleHours, agents.idleHours);
  const maxDays = byRole(admins.maxDays, agents.maxDays);
  return sql<Date>`least(sessions.last_used_at + make_interval(hours => ${idleHours}), sessions.created_at + make_interval(days => ${maxDays}))`;
}

function selectGoodSessions(db: Db, rules: SessionRules) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.ended_at', 'is', null)
    .where(expiresAt(rules), '>', sql<Date>`now()`);
}

function selectOpenSessions(db: Db, rules: SessionRules) {
  return selectGoodSessions(db, rules)
    .modifyFront(prepared)
    .select([
      'sessions.id as sessionId',
      'users.id',
      'users.name',
      'users.is_admin as isAdmin',
      'users.is_superadmin as isSuperadmin',
      'users.is_demo as isDemo',
      sql<boolean>`sessions.last_used_at < now() - interval '1 minute'`.as('isStale'),
    ])
    .select(
      sql<boolean>`(${sql.lit(rules.secondFactorRequired)} and users.is_admin and not exists (
        select from second_factors f where f.user_id = users.id and f.confirmed_at is not null))`.as(
        'mustEnrol',
      ),
    )
    .where('users.is_active', '=', true)
    .where('users.deleted_at', 'is', null)
    .$if(!rules.demoAccounts, (query) => query.where('users.is_demo', '=', false));
}

export type OpenSession = NonNullable<Awaited<ReturnType<typeof findOpenSession>>>;

export function findOpenSession(db: Db, rules: SessionRules, id: string) {
  return selectOpenSessions(db, rules).where('sessions.id', '=', id).executeTakeFirst();
}

export function findTimeLeft(db: Db, rules: SessionRules, id: string) {
  const left = sql<number>`ceil(extract(epoch from ${expiresAt(rules)} - now()) * 1000)::float8`;
  return selectOpenSessions(db, rules)
    .select(left.as('timeLeft'))
    .where('sessions.id', '=', id)
    .executeTakeFirst();
}

export function findOpenSessionByCookie(db: Db, rules: SessionRules, cookie: string) {
  return selectOpenSessions(db, rules)
    .where('sessions.cookie_hash', '=', digest(cookie))
    .executeTakeFirst();
}

export async function wasSessionOf(db: Db, id: string, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertSession(
  db: Db,
  session: { id: string; userId: number; cookie: string; address: string; userAgent: string },
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      cookie_hash: digest(session.cookie),
      address: session.address,
      user_agent: session.userAgent,
    })
    .execute();
}

export async function touchSession(db: Db, id: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', id)
    .where('last_used_at', '<', sql<string>`now() - interval '1 minute'`)
    .execute();
}

export function listGoodSessions(db: Db, rules: SessionRules, userId: number) {
  return selectGoodSessions(db, rules)
    .select([
      'sessions.id',
      'sessions.user_agent',
      'sessions.address',
      'sessions.created_at',
      'sessions.last_used_at',
    ])
    .where('sessions.user_id', '=', userId)
    .orderBy('sessions.last_used_at', 'desc')
    .orderBy('sessions.id')
    .execute();
}

export function endSession(db: Db, id: string, userId?: number) {
  return db
    .updateTable('sessions')
    .set({ ended_at: sql`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as number))
    .returning('user_id')
    .executeTakeFirst();
}

export async function insertRefreshToken(
  db: Db,
  token: string,
  sessionId: string,
  generation: number,
): Promise<void> {
  await db
    .insertInto('refresh_tokens')
    .values({ token_hash: digest(token), session_id: sessionId, generation })
    .execute();
}

/** Locks the session of a refresh token, so that two tokens of one session can't be used at the same time. */
export function lockSessionOfRefreshToken(db: Db, token: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'users.is_admin', 'users.is_demo'])
    .where('refresh_tokens.token_hash', '=', digest(token))
    .forNoKeyUpdate('sessions')
    .executeTakeFirst();
}

/**
 * Marks a refresh token as used and returns its generation. Returns undefined if the token may have been
 * copied: another token of the same or a later generation was used, or the first use of an admin's token was
 * more than `refreshGraceSeconds` ago. An agent's token may be used again at any time, because a phone may be
 * offline for days before it retries.
 */
export function spendRefreshToken(db: Db, token: string, isAdmin: boolean) {
  // Uses clock_timestamp(), because now() is the start of the transaction, which may have waited for the
  // lock.
  const graceStart = sql<string>`clock_timestamp() - make_interval(secs => ${sessionRules.refreshGraceSeconds})`;
  return db
    .updateTable('refresh_tokens as token')
    .set({ used_at: sql`coalesce(used_at, clock_timestamp())` })
    .where('token_hash', '=', digest(token))
    .$if(isAdmin, (query) =>
      query.where(sql<boolean>`(used_at is null or used_at > ${graceStart})`),
    )
    .where(
      sql<boolean>`not exists (select from refresh_tokens other where other.session_id = token.session_id
        and other.generation >= token.generation and other.token_hash <> token.token_hash
        and other.used_at is not null)`,
    )
    .returning('generation')
    .executeTakeFirst();
}

/**
 * Deletes old sessions with their refresh tokens. `days` must be at least the lifetime of sessions and device
 * cookies, so that no browser has the cookie of a deleted session.
 */
export async function deleteOldSessions(db: Db, days: number): Promise<void> {
  await sql`
    with old as (select id from sessions where created_at < now() - make_interval(days => ${days}::int)),
    tokens as (delete from refresh_tokens where session_id in (select id from old))
    delete from sessions where id in (select id from old)`.execute(db);
}

export async function dropSpentRefreshTokens(
  db: Db,
  userId: number,
  maxDays: number,
): Promise<void> {
  await db
    .deleteFrom('refresh_tokens')
    .using('sessions')
    .whereRef('sessions.id', '=', 'refresh_tokens.session_id')
    .where('sessions.user_id', '=', userId)
    .where(
      sql<boolean>`(sessions.ended_at is not null
        or sessions.created_at < now() - make_interval(days => ${maxDays}))`,
    )
    .execute();
}
