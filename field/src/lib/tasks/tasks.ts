import type { AgentTask } from '@doorstep/contract/visits/phone';
import { useStored } from '../db/changes.ts';
import { database } from '../db/database.ts';
import { decrypt } from '../db/encrypted.ts';
import { openKey } from '../lock/lock.ts';

/** The agent's tasks as the phone has them: sent back first, then by their deadline, then by their number. */
export function useTasks(): AgentTask[] | undefined {
  return useStored(listTasks, 'tasks');
}

export async function listTasks(): Promise<AgentTask[]> {
  const stored = await (await database()).getAll('tasks');
  const key = openKey();
  const tasks = await Promise.all(stored.map(({ encrypted }) => decrypt(key, encrypted)));
  return tasks.sort(byUrgency);
}

function byUrgency(a: AgentTask, b: AgentTask): number {
  const isLater = Number(b.sent_back !== null) - Number(a.sent_back !== null);
  if (isLater !== 0) return isLater;
  const due = (task: AgentTask) => (task.due_at === null ? Infinity : Date.parse(task.due_at));
  const [first, second] = [due(a), due(b)];
  return first === second ? a.id - b.id : first - second;
}
