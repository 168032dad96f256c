import type { GiveBackReason } from '@doorstep/contract/visits/give-back';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { conflict, notFound } from '../../../problems.ts';
import { isAssignmentOf, lockTask, unassign } from './give-back-store.ts';

interface GivenBack {
  id: number;
  assignment_version: number;
  reason: GiveBackReason;
  note: string;
}

/** Hands a task back to the office, once however often the agent says so; a 409 where it is no longer that assignment. */
export function giveBack(
  db: Kysely<Database>,
  actor: Actor,
  agentId: number,
  { id, assignment_version: version, reason, note }: GivenBack,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, id, agentId);
    if (!task || task.deleted_at !== null) throw notFound('Task');
    // A repeated request whose first answer was lost: giving back raised the version by one.
    const isDone = task.status === 'pending' && task.assignment_version === version + 1;
    if (isDone && (await isAssignmentOf(trx, { id, version, agentId }))) return;
    const isTheirs = task.assigned_agent_id === agentId && task.status === 'assigned';
    if (!isTheirs || task.assignment_version !== version) {
      throw conflict('This task is no longer the one you were given.', 'already_reassigned');
    }
    await unassign(trx, id);
    await recordAudit(trx, actor, {
      action: 'give_back',
      subject: 'applicant',
      subjectId: id,
      before: { assigned_agent_id: agentId, status: task.status },
      after: { assigned_agent_id: null, status: 'pending', reason, ...(note && { note }) },
    });
  });
}
