import { callsBeforeGiveBack } from '@doorstep/contract/visits/calls';
import type { GiveBackReason } from '@doorstep/contract/visits/give-back';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { conflict, notFound } from '../../../problems.ts';
import { countUnanswered } from '../calls/call-store.ts';
import { isAssignmentOf, unassign } from './give-back-store.ts';
import { lockTask } from './task-store.ts';

interface GivenBack {
  id: number;
  assignment_version: number;
  reason: GiveBackReason;
  note: string;
}

export function giveBack(
  db: Kysely<Database>,
  actor: Actor,
  agentId: number,
  { id, assignment_version: version, reason, note }: GivenBack,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const task = await lockTask(trx, id, agentId);
    if (!task || task.deleted_at !== null) throw notFound('Task');
    // Detects a retry after a lost response: the first request has raised the version by one.
    const isDone = task.status === 'pending' && task.assignment_version === version + 1;
    if (isDone && (await isAssignmentOf(trx, { id, version, agentId }))) return;
    const isTheirs = task.assigned_agent_id === agentId && task.status === 'assigned';
    if (!isTheirs || task.assignment_version !== version) {
      throw conflict('This task has changed since it was given to you.', 'already_reassigned');
    }
    if (reason === 'no_answer') {
      const unanswered = await countUnanswered(trx, { id, version, agentId });
      if (unanswered < callsBeforeGiveBack) {
        throw conflict(
          `The office has ${unanswered} calls without an answer, but this reason needs ${callsBeforeGiveBack}.`,
          'too_few_calls',
        );
      }
    }
    await unassign(trx, id);
    await recordAudit(trx, actor, 'applicant.give_back', id, {
      before: { assigned_agent_id: agentId, status: task.status },
      after: { assigned_agent_id: null, status: 'pending', reason, ...(note && { note }) },
    });
  });
}
