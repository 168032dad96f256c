import { reviewTimes } from '@doorstep/contract/review';
import type { Decision } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export const claimEnd = sql`now() + make_interval(secs => ${reviewTimes.claimSeconds})`;

/**
 * Returns SQL that locks the verification of a claim. Callers must lock the verification before they change
 * the claim. Otherwise, the foreign key would lock the verification after the claim, and two transactions
 * could deadlock.
 */
export const verificationOfClaim = (id: number) =>
  sql`select id from verifications where id = ${id} for key share`;

/**
 * Claims a verification for an admin, or renews the admin's claim. Returns the end of the claim; undefined
 * if a colleague has claimed the verification.
 */
export async function claimVerification(
  db: Db,
  id: number,
  adminId: number,
): Promise<string | undefined> {
  const { rows } = await sql<{ expires_at: string }>`
    with claimed as materialized (${verificationOfClaim(id)})
    insert into review_claims as held (verification_id, admin_id, expires_at, shown_at)
    select id, ${adminId}, ${claimEnd}, now() from claimed
    on conflict (verification_id) do update set admin_id = excluded.admin_id, expires_at = excluded.expires_at,
      claimed_at = case when held.admin_id = excluded.admin_id then held.claimed_at else now() end,
      shown_at = case when held.admin_id = excluded.admin_id then coalesce(held.shown_at, now()) else now() end
    where held.admin_id = excluded.admin_id or held.expires_at <= now()
    returning expires_at`.execute(db);
  return rows[0]?.expires_at;
}

export async function findHolder(db: Db, id: number, adminId: number): Promise<string | undefined> {
  const holder = await db
    .selectFrom('review_claims as c')
    .innerJoin('users as holder', 'holder.id', 'c.admin_id')
    .select('holder.name')
    .where('c.verification_id', '=', id)
    .where('c.admin_id', '!=', adminId)
    .where('c.expires_at', '>', sql<string>`now()`)
    .executeTakeFirst();
  return holder?.name;
}

/** Ends an admin's claim after a decision, and stores how long the verification was on the admin's screen. */
export async function finishClaim(
  db: Db,
  id: number,
  adminId: number,
  decision: Decision,
): Promise<void> {
  await sql`
    with finished as (
      delete from review_claims where verification_id = ${id} and admin_id = ${adminId} returning shown_at
    ) insert into review_timings (verification_id, admin_id, shown_at, action)
    select ${id}, ${adminId}, shown_at, ${decision} from finished where shown_at is not null
    on conflict do nothing`.execute(db);
}

export async function reopenClaim(
  db: Db,
  id: number,
  adminId: number,
  decidedAt: string,
): Promise<void> {
  await db
    .deleteFrom('review_timings')
    .where('verification_id', '=', id)
    .where('admin_id', '=', adminId)
    .where('acted_at', '>=', decidedAt)
    .where('action', '!=', 'skip')
    .execute();
  await claimVerification(db, id, adminId);
}
