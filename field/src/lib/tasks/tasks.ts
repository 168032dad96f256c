import type { AgentTask } from '@doorstep/contract/visits/phone';
import { database } from '../db/database.ts';
import { decrypt, type Encrypted } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import type { QueuedVisit } from '../sync/queued-visit.ts';
import type { Draft } from '../visit/draft.ts';
import { byPlan, type PlannedTask } from './plan.ts';

/** The agent's open tasks as the phone has them, in the order of Today. */
export function useTasks(): PlannedTask[] | undefined {
  return useStored(listTasks, 'tasks', 'drafts', 'outbox');
}

export async function listTasks(now = new Date()): Promise<PlannedTask[]> {
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
  const planned = tasks
    .filter((task) => !isDone(task))
    .map(async (task) => ({ ...task, tryAgainAt: await readTryAgain(key, task, outbox) }));
  return (await Promise.all(planned)).sort((a, b) => byPlan(a, b, now));
}

/** When to try again, by the last attempt: the office may not know that one yet. */
async function readTryAgain(
  key: CryptoKey,
  task: AgentTask,
  outbox: readonly QueuedVisit[],
): Promise<string | null> {
  const queued = outbox.filter(
    ({ taskId, assignmentVersion, isFinal }) =>
      !isFinal && taskId === task.id && assignmentVersion === task.assignment_version,
  );
  const attempts = [
    ...task.attempts.map(({ at, try_again_at }) => ({ at, again: try_again_at })),
    ...(await Promise.all(
      queued.map(async ({ finishedAt, summary }) => ({
        at: finishedAt,
        // Unreadable where the PIN was forgotten since.
        again: (await decrypt(key, summary).catch(() => null))?.tryAgainAt ?? null,
      })),
    )),
  ];
  const last = attempts.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).at(-1);
  return last?.again ?? null;
}
