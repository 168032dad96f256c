import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { Decision } from '@doorstep/contract/verifications';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { moveApplicant } from '../../../domain/applicant-status.ts';
import { reopenClaim } from '../../../domain/review/review-claims.ts';
import { notUndoable, readUndoable } from '../../../domain/review/undo.ts';
import { forbidden, orNotFound } from '../../../problems.ts';
import { type LockedVerification, lockVerification } from './decision-store.ts';
import { undoReviewAgain } from './keep-decision.ts';
import {
  findLook,
  restoreLook,
  type StoredLook,
  undoSecond,
  undoSettlement,
} from './second-look-store.ts';
import { hasReportSince, restoreDecision, type StoredDecision } from './undo-store.ts';

interface LastDecision {
  by: number;
  at: string;
  decision: Decision;
  action: 'decide' | 'first_look' | 'confirm' | 'differ' | 'settle';
  /** Whether this action set the decision that counts. False, for example, if a second look differs. */
  counted: boolean;
}

/** Finds the last decision, even if it does not count. */
function findLast(
  { admin_decision, decided_by, decided_at }: LockedVerification,
  look: StoredLook | undefined,
): LastDecision | undefined {
  const ofLook = look && lastOfLook(look);
  if (admin_decision === 'pending' || decided_by === null || decided_at === null) return ofLook;
  if (ofLook && ofLook.at >= decided_at) return ofLook;
  return {
    ...{ by: decided_by, at: decided_at, decision: admin_decision },
    ...{ action: 'decide', counted: true },
  };
}

function lastOfLook(look: StoredLook): LastDecision | undefined {
  const { settled_by, settled_at, settled_decision, second_by, second_at, second_decision } = look;
  if (settled_by !== null && settled_at !== null && settled_decision !== null) {
    return {
      ...{ by: settled_by, at: settled_at, decision: settled_decision },
      ...{ action: 'settle', counted: true },
    };
  }
  if (second_by !== null && second_at !== null && second_decision !== null) {
    const agrees = second_decision === look.first_decision;
    return {
      ...{ by: second_by, at: second_at, decision: second_decision },
      ...{ action: agrees ? 'confirm' : 'differ', counted: agrees && look.delays },
    };
  }
  // If the look doesn't delay its first decision, that decision is stored in the verification itself.
  if (!look.delays) return undefined;
  return {
    ...{ by: look.first_by, at: look.first_at, decision: look.first_decision },
    ...{ action: 'first_look', counted: false },
  };
}

/** Returns the message for the admin. */
export function undoDecision(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  adminId: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const verification = orNotFound(await lockVerification(trx, id), 'Verification');
    const { applicant, admin_decision, decided_by, decided_at } = verification;
    const look = verification.second_look === null ? undefined : await findLook(trx, id);
    const last = findLast(verification, look);
    if (await undoReviewAgain(trx, actor, verification, adminId)) {
      return `${applicant.applicant_name} is on the desk again.`;
    }
    if (!last) throw notUndoable('the verification has no decision');
    if (last.by !== adminId) throw forbidden('Only the admin who decided can undo the decision.');

    const made = await readUndoable<StoredDecision | null, { status: ApplicantStatus }>(
      ...([trx, last.action, { id, applicantId: applicant.id, at: last.at }] as const),
    );
    const since = { decidedAt: last.at, auditId: made.audit_id };
    if (last.counted && (await hasReportSince(trx, id, since))) {
      throw notUndoable('a report was made since');
    }

    const isFirst = last.action === 'decide' || last.action === 'first_look';
    if (isFirst) await restoreLook(trx, id, made.audit_id);
    else if (look) await (last.action === 'settle' ? undoSettlement : undoSecond)(trx, look.id);
    const after = last.counted && made.before && (await restoreDecision(trx, id, made.before));
    await recordAudit(trx, actor, 'verification.undo', id, {
      ...(after
        ? { before: { admin_decision, decided_by, decided_at }, after }
        : { before: { decision: last.decision } }),
    });
    const { status } = made.applicant_before ?? {};
    if (status) await moveApplicant(trx, actor, 'undo', applicant, status);
    const { admin_decision: stands } = after || verification;
    if (!isFirst || stands === 'pending') await reopenClaim(trx, id, adminId, last.at);
    return `The ${last.decision} decision on ${applicant.applicant_name} was undone.`;
  });
}
