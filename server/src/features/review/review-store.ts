import {
  mostLooksCounted,
  type ReviewDay,
  type ReviewQueue,
  reviewTimes,
} from '@doorstep/contract/review';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { urgency } from '../../domain/evidence/evidence-rows.ts';
import { isAgain } from '../../domain/review/review-again.ts';
import { claimEnd, verificationOfClaim } from '../../domain/review/review-claims.ts';
import { queueCounts } from '../../domain/review/review-queue.ts';
import { isMine, isOpen } from '../../domain/review/second-look-access.ts';

const skipped = (adminId: number) => sql`
  select verification_id, acted_at + make_interval(mins => ${reviewTimes.skipMinutes}) as back_at from review_timings
  where admin_id = ${adminId} and action = 'skip' and acted_at > now() - make_interval(mins => ${reviewTimes.skipMinutes})`;

const inOrder = (isLook: RawBuilder<unknown>, dueAt: RawBuilder<unknown>) =>
  sql`${isLook} desc, ${dueAt} nulls last, ${urgency} desc, v.submitted_at, v.id`;

/**
 * The maximum number of verifications that each part of the queue contributes. From all these, the query
 * chooses the verifications to offer.
 */
const lookedAt = 50;

/** The number of verifications that an admin gets at a time: one to show and one to prepare. */
const givenAtOnce = 2;

const isFree = (adminId: number, after: number) => sql`
  v.sent_back_at is null and v.photos_expected <= v.image_count and ${isUnclaimed(adminId, after)}`;

/**
 * Leaves out verifications with an open second look if the first decision does not count yet, or if the two
 * decisions differ. Not every admin may decide these verifications, so they are offered as second looks.
 */
const isFreeAgain = (adminId: number, after: number) => sql`
  v.admin_decision <> 'pending' and v.sent_back_at is null and ${isUnclaimed(adminId, after)}
  and not exists (select from second_looks l where l.verification_id = v.id and ${isOpen} and (l.delays or l.state = 'differs'))`;

const isUnclaimed = (adminId: number, after: number) => sql`
  v.id <> ${after} and not exists (select from review_claims c where c.verification_id = v.id and c.admin_id <> ${adminId}
    and c.expires_at > now())
  and not exists (select from (${skipped(adminId)}) as skipped where skipped.verification_id = v.id)`;

const isUndecided = sql`v.admin_decision = 'pending' and v.second_look is null`;

const looksOf = (reviewer: Reviewer, after: number, delays: boolean) => sql`
  from second_looks l join verifications v on v.id = l.verification_id join applicants a on a.id = v.applicant_id
  where ${isOpen} and ${delays ? sql`l.delays` : sql`not l.delays`} and ${isMine(reviewer.id, reviewer.countsAlone)}
    and ${isFree(reviewer.id, after)}`;

export const offeredVerifications = (reviewer: Reviewer, after: number) => sql`
  -- Materialized, because otherwise this search could run again for each pending verification.
  with waiting as materialized (
    select id, bool_or(is_look) as is_look, min(due_at) as due_at from (
      (select v.id, true as is_look, case when a.clock_runs then a.due_at end as due_at ${looksOf(reviewer, after, true)}
        order by 3 nulls last, v.submitted_at, v.id limit ${lookedAt})
      union all
      (select v.id, true, null ${looksOf(reviewer, after, false)} order by l.first_at, l.verification_id limit ${lookedAt})
      union all
      (select v.id, false, a.due_at from applicants a join verifications v on v.applicant_id = a.id
        where a.clock_runs and a.status = 'visited' and ${isUndecided} and ${isFree(reviewer.id, after)}
        order by a.due_at limit ${lookedAt})
      union all
      (select v.id, false, null from verifications v where ${isUndecided} and ${isFree(reviewer.id, after)}
        order by v.submitted_at, v.id limit ${lookedAt})
      union all
      (select v.id, false, null from reviews_again g join verifications v on v.id = g.verification_id
        where g.done_at is null and ${isFreeAgain(reviewer.id, after)} order by g.since, v.id limit ${lookedAt})
    ) as first group by id)
  select v.id, v.submitted_at, waiting.due_at, waiting.is_look from waiting join verifications v on v.id = waiting.id
  -- Checks the current rows again, because a verification may have changed while another transaction had
  -- locked it. "is true" prevents a scan of an index of all pending verifications.
  where (v.sent_back_at is null and (${isUndecided} or waiting.is_look and v.second_look in ('owed', 'differs')
    or ${isAgain})) is true
  order by ${inOrder(sql`waiting.is_look`, sql`waiting.due_at`)} limit ${givenAtOnce} for update of v skip locked`;

/** With `countsAlone`, a decision counts without a second look while no other admin is active. */
export interface Reviewer {
  id: number;
  countsAlone: boolean;
}

interface Offered {
  id: number;
  is_claimed: boolean;
}

/**
 * Claims the next verifications of the queue, and renews the claim of `after`, the verification on the
 * admin's screen. Releases the admin's claims of all other verifications. `is_claimed` is false if a
 * colleague claimed the verification at the same moment.
 */
export async function claimNext(db: Db, reviewer: Reviewer, after = 0): Promise<Offered[]> {
  const { rows } = await claimStatement(reviewer, after).execute(db);
  return rows;
}

/** Returns the SQL statement of {@link claimNext}. A benchmark also runs this statement. */
export function claimStatement(reviewer: Reviewer, after: number) {
  const adminId = reviewer.id;
  return sql<Offered>`
    with offered as (${offeredVerifications(reviewer, after)}), claimed as (
      insert into review_claims as held (verification_id, admin_id, expires_at)
      select id, ${adminId}, ${claimEnd} from offered
      on conflict (verification_id) do update set admin_id = excluded.admin_id, expires_at = excluded.expires_at,
        claimed_at = case when held.admin_id = excluded.admin_id then held.claimed_at else now() end,
        shown_at = case when held.admin_id = excluded.admin_id then held.shown_at end
      where held.admin_id = excluded.admin_id or held.expires_at <= now()
      returning verification_id
    ), on_screen as (
      update review_claims set shown_at = coalesce(shown_at, now()), expires_at = ${claimEnd}
      where verification_id = ${after} and admin_id = ${adminId}
    ), released as (
      delete from review_claims where admin_id = ${adminId} and verification_id <> ${after}
        and verification_id not in (select id from offered)
    )
    select v.id, claimed.verification_id is not null as is_claimed
    from offered v left join claimed on claimed.verification_id = v.id order by ${inOrder(sql`v.is_look`, sql`v.due_at`)}`;
}

/** Reads the verifications of the second looks in a subquery, because a join would read all verifications. */
const countLooks = (state: 'owed' | 'differs', { id, countsAlone }: Reviewer) => {
  const isGiven = (delays: boolean) =>
    state === 'owed' && !delays ? sql`l.first_by <> ${id}` : isMine(id, countsAlone);
  const looks = (delays: boolean) => sql`
    select 1 from second_looks l
    where ${isOpen} and ${delays ? sql`l.delays` : sql`not l.delays`} and l.state = ${state} and ${isGiven(delays)}
      and (select v.sent_back_at is null and v.photos_expected <= v.image_count from verifications v where v.id = l.verification_id)`;
  return sql`select count(*) from (${looks(true)} union all ${looks(false)} limit ${mostLooksCounted}) as counted`;
};

export async function countQueue(db: Db, reviewer: Reviewer): Promise<ReviewQueue> {
  const { rows } = await sql<ReviewQueue>`
    select waiting, incomplete, again, callbacks,
      (select count(*) from review_claims where admin_id = ${reviewer.id} and expires_at > now()) as mine,
      (${countLooks('owed', reviewer)}) as second_looks, (${countLooks('differs', reviewer)}) as differences
    from (${queueCounts}) as queue`.execute(db);
  return rows[0] as ReviewQueue;
}

export async function deleteClaim(db: Db, id: number, adminId: number): Promise<void> {
  await db
    .deleteFrom('review_claims')
    .where('verification_id', '=', id)
    .where('admin_id', '=', adminId)
    .execute();
}

export async function skip(db: Db, id: number, adminId: number): Promise<void> {
  await sql`
    with skipped as materialized (${verificationOfClaim(id)}), released as (
      delete from review_claims where verification_id in (select id from skipped) and admin_id = ${adminId}
      returning shown_at
    ) insert into review_timings (verification_id, admin_id, shown_at, action)
    select id, ${adminId}, coalesce((select shown_at from released), now()), 'skip' from skipped
    on conflict (verification_id, admin_id, shown_at) do update set acted_at = now()`.execute(db);
}

/** `is_mine` is whether the admin can make the second decision, or settle two decisions that differ. */
export function findReviewCase(db: Db, id: number, { id: adminId, countsAlone }: Reviewer) {
  return db
    .selectFrom('verifications as v')
    .leftJoin('users as admin', 'admin.id', 'v.decided_by')
    .leftJoin('second_looks as l', (join) =>
      join.onRef('l.verification_id', '=', 'v.id').on('l.ended_at', 'is', null),
    )
    .select(['v.admin_decision', 'admin.name as decided_by', 'l.state', 'l.delays', 'l.first_by'])
    .select(isAgain.as('is_again'))
    .select(isMine(adminId, countsAlone).as('is_mine'))
    .where('v.id', '=', id)
    .executeTakeFirst();
}

export async function summarizeDay(
  db: Db,
  adminId: number,
  timeZone: string,
): Promise<Omit<ReviewDay, 'elsewhere'>> {
  const today = sql`(date_trunc('day', now() at time zone ${timeZone}) at time zone ${timeZone})`;
  const median = sql`round((percentile_cont(0.5) within group (order by seconds))::numeric)::int`;
  const { rows } = await sql<Omit<ReviewDay, 'elsewhere'>>`
    with decided as (
      select admin_id, extract(epoch from acted_at - shown_at) as seconds from review_timings
      where acted_at >= ${today} and action <> 'skip'
    )
    select (select count(*) from decided where admin_id = ${adminId}) as decided,
      (select count(*) from send_backs where by_id = ${adminId} and at >= ${today}) as sent_back,
      (select ${median} from decided where admin_id = ${adminId}) as median_seconds,
      (select ${median} from decided) as team_median_seconds`.execute(db);
  return rows[0] as Omit<ReviewDay, 'elsewhere'>;
}

/**
 * Lists verifications that are not offered to an admin now because photos are missing, the admin skipped
 * them, or they are on a colleague's screen. Lists at most five verifications for each reason.
 */
export async function listUnavailable(db: Db, adminId: number): Promise<ReviewDay['elsewhere']> {
  const few = 5;
  const { rows } = await sql<ReviewDay['elsewhere'][number]>`
    select v.id as verification_id, a.applicant_name as applicant, found.why, found.at, v.image_count, v.photos_expected,
      found.colleague
    from (
      (select id, 'photos' as why, submitted_at as at, null::text as colleague from verifications
        where admin_decision = 'pending' and sent_back_at is null and photos_expected > image_count
        order by submitted_at limit ${few})
      union all
      (select verification_id, 'skipped', max(back_at), null from (${skipped(adminId)}) as skipped
        group by 1 order by 3 limit ${few})
      union all
      (select c.verification_id, 'colleague', c.shown_at, holder.name from review_claims c
        join users holder on holder.id = c.admin_id
        where c.admin_id <> ${adminId} and c.expires_at > now() and c.shown_at is not null
        order by c.shown_at limit ${few})
    ) as found
    join verifications v on v.id = found.id and (v.admin_decision = 'pending' or exists (
      -- Leaves out first decisions of this admin, because the list would reveal that they were drawn.
      select from second_looks l where l.verification_id = v.id and ${isOpen} and l.first_by <> ${adminId}))
    join applicants a on a.id = v.applicant_id
    order by found.why, found.at`.execute(db);
  return rows;
}
