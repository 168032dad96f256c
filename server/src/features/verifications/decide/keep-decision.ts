import type { Decision } from '@doorstep/contract/verifications';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { finishAgain, undoAgain } from '../../../domain/review/review-again.ts';
import { claimVerification, finishClaim } from '../../../domain/review/review-claims.ts';
import type { LockedVerification } from './decision-store.ts';

export const isSameAgain = ({ again, admin_decision }: LockedVerification, decision: Decision) =>
  again !== null && admin_decision === decision;

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
