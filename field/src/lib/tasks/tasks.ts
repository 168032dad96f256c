import type { AgentTask } from '@doorstep/contract/visits/phone';
import { database } from '../db/database.ts';
import { decrypt, type Encrypted } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import type { Draft } from '../visit/draft.ts';

/** The agent's open tasks as the phone has them: sent back first, then by their deadline, then by their number. */
export function useTasks(): AgentTask[] | undefined {
  return useStored(listTasks, 'tasks', 'drafts', 'outbox');
}

export async function listTasks(): Promise<AgentTask[]> {
  const db = await database();
  const [stored, drafts, outbox] = await Promise.all([
    db.getAll('tasks'),
    db.getAll('drafts'),
    db.getAll('outbox'),
  ]);
  const key = openKey();
  const tasks = await Promise.all(stored.map(({ encrypted }) => decrypt(key, encrypted)));
  // Given to a colleague or deleted while its visit goes on: the visit must still be found, to be finished.
  for (const { taskId, encrypted } of drafts) {
    if (stored.some(({ id }) => id === taskId)) continue;
    tasks.push((await decrypt(key, encrypted as Encrypted<Draft>)).task);
  }
  // Finished here, though the office may not know yet.
  const isDone = (task: AgentTask) =>
    outbox.some(
      ({ taskId, assignmentVersion, isFinal }) =>
        isFinal && taskId === task.id && assignmentVersion === task.assignment_version,
    );
  return tasks.filter((task) => !isDone(task)).sort(byUrgency);
}

function byUrgency(a: AgentTask, b: AgentTask): number {
  const isLater = Number(b.sent_back !== null) - Number(a.sent_back !== null);
  if (isLater !== 0) return isLater;
  const due = (task: AgentTask) => (task.due_at === null ? Infinity : Date.parse(task.due_at));
  const [first, second] = [due(a), due(b)];
  return first === second ? a.id - b.id : first - second;
}
