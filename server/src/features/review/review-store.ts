import { type ReviewDay, type ReviewQueue, reviewTimes } from '@doorstep/contract/review';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { urgency } from '../../domain/evidence-rows.ts';
import { caseOfClaim, claimEnd } from '../../domain/review-claims.ts';
import { queueCounts } from '../../domain/review-queue.ts';

const skipped = (adminId: number) => sql`
  select verification_id, acted_at + make_interval(mins => ${reviewTimes.skipMinutes}) as back_at from review_timings
  where admin_id = ${adminId} and action = 'skip' and acted_at > now() - make_interval(mins => ${reviewTimes.skipMinutes})`;

/** What stands first in the queue, of verifications `v`: the least time left, then the worst, then the oldest. */
const inOrder = (dueAt: RawBuilder<unknown>) =>
  sql`${dueAt} nulls last, ${urgency} desc, v.submitted_at, v.id`;

/** So many that are due first are looked at, and so many of the oldest, of which the worst goes first. */
const lookedAt = 50;

/** How many cases of the queue an admin is given at once: the one to show and the one to prepare. */
const givenAtOnce = 2;

/** Whether a verification `v` is of the queue, and no colleague has it. */
const isFree = (adminId: number, after: number) => sql`
  v.admin_decision = 'pending' and v.sent_back_at is null and v.photos_expected <= v.image_count and v.id <> ${after}
  and not exists (select from review_claims c where c.verification_id = v.id and c.admin_id <> ${adminId}
    and c.expires_at > now())
  and not exists (select from (${skipped(adminId)}) as skipped where skipped.verification_id = v.id)`;

/** The first cases of the queue that an admin may have, locked; those that another transaction has locked are left out. */
export const offeredTo = (adminId: number, after: number) => sql`
  -- Found once: joined as it stands, it could be looked for again for every case that is pending.
  with waiting as materialized (
    select id, min(due_at) as due_at from (
      (select v.id, a.due_at from applicants a join verifications v on v.applicant_id = a.id
        where a.clock_runs and a.status = 'visited' and ${isFree(adminId, after)} order by a.due_at limit ${lookedAt})
      union all
      (select v.id, null from verifications v where ${isFree(adminId, after)} order by v.submitted_at, v.id limit ${lookedAt})
    ) as first group by id)
  select v.id, v.submitted_at, waiting.due_at from waiting join verifications v on v.id = waiting.id
  -- Checked again as of now, for one that was locked a moment ago; with "is true" no index of all that is pending is walked for it.
  where (v.admin_decision = 'pending' and v.sent_back_at is null) is true
  order by ${inOrder(sql`waiting.due_at`)} limit ${givenAtOnce} for update of v skip locked`;

interface Offered {
  id: number;
  is_claimed: boolean;
}

/**
 * Claims the first cases of the queue that nobody else has; `after`, the case on the admin's screen, stays claimed next to
 * them, and their other claims are released. A case that is answered as not claimed was claimed by a colleague at the same moment.
 */
export async function claimNext(db: Db, adminId: number, after = 0): Promise<Offered[]> {
  const { rows } = await claiming(adminId, after).execute(db);
  return rows;
}

/** The one statement that does it. */
export function claiming(adminId: number, after: number) {
  return sql<Offered>`
    with offered as (${offeredTo(adminId, after)}), claimed as (
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
    from offered v left join claimed on claimed.verification_id = v.id order by ${inOrder(sql`v.due_at`)}`;
}

/** How many cases wait for review, and how many of them an admin has claimed. */
export async function countQueue(db: Db, adminId: number): Promise<ReviewQueue> {
  const { rows } = await sql<ReviewQueue>`
    select waiting, incomplete,
      (select count(*) from review_claims where admin_id = ${adminId} and expires_at > now()) as mine
    from (${queueCounts}) as queue`.execute(db);
  return rows[0] as ReviewQueue;
}

/** Ends an admin's claim without a decision. */
export async function deleteClaim(db: Db, id: number, adminId: number): Promise<void> {
  await db
    .deleteFrom('review_claims')
    .where('verification_id', '=', id)
    .where('admin_id', '=', adminId)
    .execute();
}

/** Ends an admin's claim, and keeps the case from being offered to them for a while. */
export async function skip(db: Db, id: number, adminId: number): Promise<void> {
  await sql`
    with skipped as materialized (${caseOfClaim(id)}), released as (
      delete from review_claims where verification_id in (select id from skipped) and admin_id = ${adminId}
      returning shown_at
    ) insert into review_timings (verification_id, admin_id, shown_at, action)
    select id, ${adminId}, coalesce((select shown_at from released), now()), 'skip' from skipped
    on conflict (verification_id, admin_id, shown_at) do update set acted_at = now()`.execute(db);
}

/** Whether there is such a verification, and whether somebody decided on it already. */
export function findReviewCase(db: Db, id: number) {
  return db
    .selectFrom('verifications as v')
    .leftJoin('users as admin', 'admin.id', 'v.decided_by')
    .select(['v.admin_decision', 'admin.name as decided_by'])
    .where('v.id', '=', id)
    .executeTakeFirst();
}

/** What an admin did on the desk today, and how long they and everyone took a case. */
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

/** The first cases that are not offered to an admin now, a few of each kind. */
export async function listElsewhere(db: Db, adminId: number): Promise<ReviewDay['elsewhere']> {
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
    join verifications v on v.id = found.id and v.admin_decision = 'pending'
    join applicants a on a.id = v.applicant_id
    order by found.why, found.at`.execute(db);
  return rows;
}
