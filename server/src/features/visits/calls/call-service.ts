import { sendCall } from '@doorstep/contract/visits/calls';
import type * as z from 'zod/mini';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import { read } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, orNotFound } from '../../../problems.ts';
import { readEnvelope } from '../phone/signed-visit.ts';
import { lockTask } from '../phone/task-store.ts';
import { addCall } from './call-store.ts';

type Sent = z.output<typeof sendCall.body>;

/**
 * Records an agent's call to an applicant, even after the task was reassigned. A call that the phone sends
 * again is not stored twice. Calls to a deleted or anonymised applicant are dropped without an error, so
 * that the phone stops sending them.
 */
export async function recordCall(
  platform: Platform,
  actor: Actor,
  agentId: number,
  { taskId, sent }: { taskId: number; sent: Sent },
): Promise<void> {
  const call = 'envelope' in sent ? await openCall(platform, sent.envelope) : sent;
  await platform.db.transaction().execute(async (trx) => {
    const task = orNotFound(await lockTask(trx, taskId, agentId), 'Task');
    if (task.deleted_at !== null || task.anonymised_at !== null) return;
    const isNew = await addCall(trx, { applicantId: taskId, agentId }, call);
    if (!isNew) return;
    await recordAudit(trx, actor, 'applicant.call', taskId, { after: { result: call.result } });
  });
}

async function openCall(platform: Platform, envelope: string) {
  const sent = read(sendCall.body, await readEnvelope(platform, envelope));
  if ('envelope' in sent) throw invalid({ envelope: ['An envelope must contain a call.'] });
  return sent;
}
