import { reviewTimes } from '@doorstep/contract/review';
import { type RawBuilder, sql } from 'kysely';

const active = sql`u.is_active and u.deleted_at is null`;

/** Whether another admin than this one is active. */
export const hasOtherAdmins = (adminId: number) => sql<boolean>`
  exists (select from users u where u.is_admin and ${active} and u.id <> ${adminId})`;

/**
 * Whether an admin can settle a look `l` with two different decisions. This takes a super admin who made
 * neither of them, or any super admin if there is no other. The admin who made the second decision must wait
 * until it can't be undone any more. Until then, the same decision may be a repeated request.
 */
const canSettle = (adminId: number) => sql<boolean>`
  exists (select from users u where u.id = ${adminId} and u.is_superadmin)
  and (${adminId} not in (l.first_by, l.second_by)
    or (l.first_by = ${adminId} or l.second_at < now() - make_interval(secs => ${reviewTimes.undoDecisionSeconds}))
      and not exists (select from users u where u.is_superadmin and ${active} and u.id not in (l.first_by, l.second_by)))`;

/**
 * Whether an admin can give or settle an open look `l`. With `countsAlone` and no other active
 * admin, the first admin can give the look too, but only if it delays the decision.
 */
export const isMine = (adminId: number, countsAlone: boolean) => sql<boolean>`(case l.state
  when 'owed' then l.first_by <> ${adminId} ${countsAlone ? sql`or l.delays and not ${hasOtherAdmins(adminId)}` : sql``}
  when 'differs' then ${canSettle(adminId)} else false end)`;

/** Open looks `l`, with the conditions of their indexes. */
export const isOpen = sql<boolean>`l.ended_at is null and l.state in ('owed', 'differs')`;

/**
 * Whether an admin must not see the first decision of a look `l`, since they may give the second
 * one. This covers looks that delay the decision, and other looks that the admin has claimed.
 */
export const isBlindTo = (adminId: number) => sql<boolean>`(
  l.ended_at is null and l.state = 'owed' and l.first_by <> ${adminId}
  and (l.delays or l.verification_id in (
    select c.verification_id from review_claims c where c.admin_id = ${adminId} and c.expires_at > now())))`;

/** Shown instead of the name of a colleague who is often the first reviewer. */
export const anotherReviewer = 'Another reviewer';

/** Whether an admin must not see the first decision on a verification with this id. */
export const isBlind = (verificationId: RawBuilder<unknown>, adminId: number) => sql<boolean>`
  exists (select from second_looks l where l.verification_id = ${verificationId} and ${isBlindTo(adminId)})`;

/** Whether the reviewers of a look `l` differ, and an admin sees only their own decision: super admins see both. */
export const isOthersSecret = (
  adminId: number,
) => sql<boolean>`(l.ended_at is null and l.state = 'differs'
  and not exists (select from users u where u.id = ${adminId} and u.is_superadmin))`;
