import { callbackTimes } from '@doorstep/contract/callbacks';
import { reviewTimes } from '@doorstep/contract/review';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isoUtc } from '../../db/moments.ts';

/**
 * Puts the decided verification of a denied visit on the review desk again. Also puts back the decided
 * verifications that the same agent sent in the last `reviewAgainDays` days. Returns the ids of all
 * verifications that it put back. Like a decision, locks verifications before their rows in `reviews_again`.
 */
export async function reviewAgain(db: Db, deniedId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with locked as materialized (
      select v.id from verifications denied
        join verifications v on v.agent_id = denied.agent_id
          and (v.id = denied.id or v.submitted_at >= now() - make_interval(days => ${callbackTimes.reviewAgainDays}))
      where denied.id = ${deniedId} and v.admin_decision <> 'pending' and v.sent_back_at is null
      order by v.id for key share of v)
    insert into reviews_again as known (verification_id, denied_id)
    select id, ${deniedId} from locked
    on conflict (verification_id) do update set denied_id = excluded.denied_id, since = now(), done_by = null, done_at = null
    where known.done_at is not null
    returning verification_id as id`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export const isAgain = sql<boolean>`exists (
  select from reviews_again g where g.verification_id = v.id and g.done_at is null)`;

/**
 * The time since which a verification `v` must be reviewed again, and the denied verification that is the
 * cause; otherwise null.
 */
export const openAgain = sql<{ since: string; denied_verification_id: number } | null>`(
  select json_build_object('since', ${isoUtc(sql`g.since`)}, 'denied_verification_id', g.denied_id)
  from reviews_again g where g.verification_id = v.id and g.done_at is null)`;

/**
 * The review of a verification `v` that was put on the desk again: the reviewer, and whether the decision
 * stayed. Null for other verifications, and once the review can't be undone any more.
 */
export const reviewedAgain = sql<{ done_by: number | null; is_kept: boolean | null } | null>`(
  select json_build_object('done_by', g.done_by, 'is_kept', v.decided_at < g.done_at and not exists (
    select from second_looks l where l.verification_id = v.id
      and greatest(l.first_at, l.second_at, l.settled_at) >= g.done_at)) from reviews_again g where g.verification_id = v.id
    and (g.done_at is null or g.done_at > now() - make_interval(secs => ${reviewTimes.undoDecisionSeconds})))`;

/** The caller must have locked the verification. */
export async function finishAgain(db: Db, id: number, adminId: number): Promise<void> {
  await db
    .updateTable('reviews_again')
    .set({ done_by: adminId, done_at: sql<string>`now()` })
    .where('verification_id', '=', id)
    .where('done_at', 'is', null)
    .execute();
}

/**
 * Undoes {@link finishAgain} if this admin has just finished the repeated review, so that the verification is
 * on the desk again. The caller must have locked the verification.
 */
export async function undoAgain(db: Db, id: number, adminId: number): Promise<void> {
  await db
    .updateTable('reviews_again')
    .set({ done_by: null, done_at: null })
    .where('verification_id', '=', id)
    .where('done_by', '=', adminId)
    .where(
      sql<boolean>`done_at > now() - make_interval(secs => ${2 * reviewTimes.undoDecisionSeconds})`,
    )
    .execute();
}
