import type { Kysely } from 'kysely';
import { type Actor, recordAudits } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { claimVerification } from '../../../domain/review/review-claims.ts';
import { notUndoable, readUndoable } from '../../../domain/review/undo.ts';
import { lockAgents } from '../../../domain/users/agent-locks.ts';
import { forbidden, notFound } from '../../../problems.ts';
import {
  deleteSendBack,
  findSendBack,
  findVerification,
  lockForSendBack,
  type Replaced,
  withdrawAssignment,
} from './send-back-store.ts';

/** Returns the message for the admin. */
export function undoSendBack(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  adminId: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    if (!(await findVerification(trx, id))) throw notFound('Verification');
    // Locks agents before applicants. The deletion of an agent uses the same order, because the opposite
    // order could cause a deadlock.
    const seen = await findSendBack(trx, id);
    if (typeof seen?.agent_before === 'number') await lockAgents(trx, [seen.agent_before]);
    const { applicant_id, applicant_name, assigned_agent_id, status, admin_decision } =
      await lockForSendBack(trx, id);

    const made = await findSendBack(trx, id);
    if (!made) throw notUndoable('the verification was not sent back');
    if (made.by_id !== adminId)
      throw forbidden('Only the admin who sent the verification back can undo the send-back.');
    const { applicant_before: before } = await readUndoable<null, Replaced>(trx, 'send_back', {
      ...{ id, applicantId: applicant_id, at: made.at },
    });
    if (!before || made.id !== seen?.id)
      throw notUndoable('the applicant or the verification has changed since');
    if (!(await withdrawAssignment(trx, applicant_id)))
      throw notUndoable('the agent’s phone has the task already');

    await deleteSendBack(
      trx,
      { id: made.id, verificationId: id, applicantId: applicant_id },
      before,
    );
    await recordAudits(trx, actor, [
      {
        event: 'verification.undo_send_back',
        subjectId: id,
        before: { reasons: made.reasons, photos_wanted: made.photos_wanted },
      },
      {
        event: 'applicant.undo_send_back',
        subjectId: applicant_id,
        before: { assigned_agent_id, status },
        after: { ...before },
      },
    ]);
    if (admin_decision === 'pending') await claimVerification(trx, id, adminId);
    return `The send-back of ${applicant_name} was undone.`;
  });
}
