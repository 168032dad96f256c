import type { GiveBackReason } from '@doorstep/contract/visits/give-back';
import { type AgentTask, giveBackTask } from '@doorstep/contract/visits/phone';
import { announce } from '../db/announce.ts';
import { database } from '../db/database.ts';
import { call } from '../session/api.ts';
import { withToken } from '../session/renew.ts';

/** Hands a task back to the office; it leaves the phone once the office has taken it. Rejects with NoAnswer, Refusal or SignInEnded. */
export async function giveBack(
  { id, assignment_version }: AgentTask,
  reason: GiveBackReason,
  note: string,
): Promise<void> {
  await withToken((token) =>
    call(giveBackTask, { params: { id }, body: { assignment_version, reason, note }, token }),
  );
  await (await database()).delete('tasks', id);
  announce('tasks');
}
