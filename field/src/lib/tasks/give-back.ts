import type { GiveBackReason } from '@doorstep/contract/visits/give-back';
import { type AgentTask, giveBackTask } from '@doorstep/contract/visits/phone';
import { sendCalls } from '../calls/send-calls.ts';
import { announce } from '../db/announce.ts';
import { database } from '../db/database.ts';
import { call } from '../session/api.ts';
import { withToken } from '../session/renew.ts';

/**
 * Gives a task back, and deletes it from the phone once the server has accepted. Rejects with NoAnswer,
 * Refusal or SignInEnded.
 */
export async function giveBack(
  { id, assignment_version }: AgentTask,
  reason: GiveBackReason,
  note: string,
): Promise<void> {
  await withToken(async (token) => {
    // Sends the calls first, because the server accepts this reason only after enough unanswered calls.
    if (reason === 'no_answer') await sendCalls(token, ({ taskId }) => taskId === id);
    return call(giveBackTask, {
      ...{ params: { id }, body: { assignment_version, reason, note }, token },
    });
  });
  await (await database()).delete('tasks', id);
  announce('tasks');
}
