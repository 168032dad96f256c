import { reviewTimes } from '@doorstep/contract/review';
import { type RawBuilder, sql } from 'kysely';

const active = sql`u.is_active and u.deleted_at is null`;

export const hasOtherAdmins = (adminId: number) => sql<boolean>`
  exists (select from users u where u.is_admin and ${active} and u.id <> ${adminId})`;

/**
 * Whether an admin can settle a second look `l` whose two decisions differ. The admin must be a super admin
 * who made neither decision. If no active super admin qualifies, any super admin can settle the look. The
 * admin who made the second decision must wait until this decision can't be undone any more. Until then, a
 * request with the same decision may be a retry of the second decision.
 */
const canSettle = (adminId: number) => sql<boolean>`
  exists (select from users u where u.id = ${adminId} and u.is_superadmin)
  and (${adminId} not in (l.first_by, l.second_by)
    or (l.first_by = ${adminId} or l.second_at < now() - make_interval(secs => ${reviewTimes.undoDecisionSeconds}))
      and not exists (select from users u where u.is_superadmin and ${active} and u.id not in (l.first_by, l.second_by)))`;

/**
 * Whether an admin can make the second decision of an open second look `l`, or settle it. With `countsAlone`,
 * an admin who is the only active one can make both decisions of a second look that delays the first.
 */
export const isMine = (adminId: number, countsAlone: boolean) => sql<boolean>`(case l.state
  when 'owed' then l.first_by <> ${adminId} ${countsAlone ? sql`or l.delays and not ${hasOtherAdmins(adminId)}` : sql``}
  when 'differs' then ${canSettle(adminId)} else false end)`;

/** Whether a second look `l` is open. The conditions must be the same as in the indexes. */
export const isOpen = sql<boolean>`l.ended_at is null and l.state in ('owed', 'differs')`;

/**
 * Whether an admin must not see the first decision of a second look `l`, because the admin may give the
 * second decision. This covers second looks that delay the decision, and all second looks that the admin has
 * claimed.
 */
export const isBlindTo = (adminId: number) => sql<boolean>`(
  l.ended_at is null and l.state = 'owed' and l.first_by <> ${adminId}
  and (l.delays or l.verification_id in (
    select c.verification_id from review_claims c where c.admin_id = ${adminId} and c.expires_at > now())))`;

/**
 * Replaces a colleague's name for a second reviewer. The colleague is often the first reviewer, whom the
 * second reviewer must not know.
 */
export const anotherReviewer = 'Another reviewer';

export const isBlind = (verificationId: RawBuilder<unknown>, adminId: number) => sql<boolean>`
  exists (select from second_looks l where l.verification_id = ${verificationId} and ${isBlindTo(adminId)})`;

/** Whether the decisions of a second look `l` differ and this admin must not see both. Only super admins see both. */
export const isOthersSecret = (
  adminId: number,
) => sql<boolean>`(l.ended_at is null and l.state = 'differs'
  and not exists (select from users u where u.id = ${adminId} and u.is_superadmin))`;
