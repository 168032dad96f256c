import type { Decision } from '@doorstep/contract/verifications';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { finishAgain, undoAgain } from '../../../domain/review/review-again.ts';
import { claimVerification, finishClaim } from '../../../domain/review/review-claims.ts';
import type { LockedVerification } from './decision-store.ts';

/** Whether the desk's decision on a verification that is reviewed again is the current one. */
export const isSameAgain = ({ again, admin_decision }: LockedVerification, decision: Decision) =>
  again !== null && admin_decision === decision;

/** Takes a verification off the desk and keeps its decision. Repeating it changes nothing. Returns the message. */
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

/** Puts back a verification that the admin has just taken off the desk. Returns whether its decision had stayed. */
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
