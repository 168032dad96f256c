import type { Decision } from '@doorstep/contract/verifications';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { finishAgain, undoAgain } from '../../../domain/review/review-again.ts';
import { claimVerification, finishClaim } from '../../../domain/review/review-claims.ts';
import type { Wanted } from './decide-service.ts';
import type { LockedVerification } from './decision-store.ts';

/**
 * Whether a repeated review leaves the stored decision unchanged. On the desk, making the same decision is
 * enough. Elsewhere, the notes must be the same too, and the request must contain the time of the stored
 * decision. Without this time, the request may be a late retry of the stored decision.
 */
export function isSameAgain(
  { again, admin_decision, decided_at, decision_notes }: LockedVerification,
  { decision, isClaimed, seen, notes = decision_notes }: Wanted,
): boolean {
  if (again === null || admin_decision !== decision || decided_at === null) return false;
  const hasSeen = seen !== undefined && Date.parse(seen) === Date.parse(decided_at);
  return isClaimed === true || (hasSeen && notes === decision_notes);
}

/**
 * Ends the repeated review of a verification without changing its decision, so that the verification leaves
 * the desk. A repeated request changes nothing. Returns the message for the admin.
 */
export async function keepDecision(
  db: Db,
  actor: Actor,
  { id, again, admin_decision }: LockedVerification,
  adminId: number,
): Promise<string> {
  if (again?.done_by === null) {
    await recordAudit(db, actor, 'verification.keep_decision', id, { after: { admin_decision } });
    await finishAgain(db, id, adminId);
    await finishClaim(db, id, adminId, admin_decision as Decision);
  }
  return `The ${admin_decision} decision stays.`;
}

/**
 * Undoes the repeated review that this admin has just made, so that the verification is on the desk again.
 * Returns true if the review kept the decision, so that there is no decision to undo.
 */
export async function undoReviewAgain(
  db: Db,
  actor: Actor,
  { id, again }: LockedVerification,
  adminId: number,
): Promise<boolean> {
  if (again?.done_by !== adminId) return false;
  await undoAgain(db, id, adminId);
  if (!again.is_kept) return false;
  await recordAudit(db, actor, 'verification.review_again', id);
  await claimVerification(db, id, adminId);
  return true;
}
