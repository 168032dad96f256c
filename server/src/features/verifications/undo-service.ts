import { limits } from '@doorstep/contract/limits';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Database } from '../../db/schema.ts';
import { moveApplicant } from '../../domain/applicant-status.ts';
import { reopenCase } from '../../domain/review-claims.ts';
import { conflict, forbidden, notFound } from '../../problems.ts';
import { readUndo, restoreDecision } from './undo-store.ts';
import { lockVerification } from './verification-store.ts';

const changed = (what: string) => conflict(`It can’t be taken back: ${what}.`, 'too_late');

/** Takes an admin's own decision back, as if it had not been made; returns the message for them. */
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
    if (decided_by === null || decided_at === null) throw changed('nothing is decided');
    if (decided_by !== adminId) throw forbidden('Only who decided can take it back.');

    const made = await readUndo(trx, id, applicant.id, decided_at);
    if (!made.is_in_time)
      throw changed(`more than ${limits.undoDecisionSeconds} seconds have passed`);
    if (made.has_report) throw changed('a report was issued since');
    if (!made.decision || made.is_followed) throw changed('something else happened since');

    const after = await restoreDecision(trx, id, made.decision);
    await recordAudit(trx, actor, {
      action: 'undo',
      subject: 'verification',
      subjectId: id,
      before: { admin_decision, decided_by, decided_at },
      after,
    });
    if (made.status) await moveApplicant(trx, actor, 'undo', applicant, made.status);
    if (after.admin_decision === 'pending') await reopenCase(trx, id, adminId, decided_at);
    return `The ${admin_decision} decision on ${applicant.applicant_name} was taken back.`;
  });
}
