import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Database } from '../../db/schema.ts';
import { moveApplicant } from '../../domain/applicant-status.ts';
import { reopenCase } from '../../domain/review-claims.ts';
import { notUndoable, readUndoable } from '../../domain/undo.ts';
import { forbidden, notFound } from '../../problems.ts';
import { hasReportSince, restoreDecision, type StoredDecision } from './undo-store.ts';
import { lockVerification } from './verification-store.ts';

/** Undoes an admin's own decision, as if it had not been made; returns the message for them. */
export function undoDecision(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  adminId: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const verification = await lockVerification(trx, id);
    if (!verification) throw notFound('Verification');
    const { applicant, admin_decision, decided_by, decided_at } = verification;
    if (decided_by === null || decided_at === null) throw notUndoable('nothing is decided');
    if (decided_by !== adminId) throw forbidden('Only the admin who decided can undo it.');

    const made = await readUndoable<StoredDecision, { status: ApplicantStatus }>(trx, 'decide', {
      ...{ id, applicantId: applicant.id, at: decided_at },
    });
    const since = { decidedAt: decided_at, auditId: made.audit_id };
    if (await hasReportSince(trx, id, since)) throw notUndoable('a report was issued since');

    const after = await restoreDecision(trx, id, made.before);
    await recordAudit(trx, actor, {
      action: 'undo',
      subject: 'verification',
      subjectId: id,
      before: { admin_decision, decided_by, decided_at },
      after,
    });
    const { status } = made.applicant_before ?? {};
    if (status) await moveApplicant(trx, actor, 'undo', applicant, status);
    if (after.admin_decision === 'pending') await reopenCase(trx, id, adminId, decided_at);
    return `The ${admin_decision} decision on ${applicant.applicant_name} was undone.`;
  });
}
