import { hash } from 'node:crypto';
import type { AgentTask, goneReasons } from '@doorstep/contract/visits/phone';
import type { Db } from '../../../db/connection.ts';
import { noteFetched } from '../../../domain/fetched-tasks.ts';
import { type FormerTask, findFormerTasks, listOpenTasks } from './task-store.ts';

interface Gone {
  applicant_id: number;
  because: (typeof goneReasons)[number];
  at: string | null;
  by: string | null;
}

/** `known` lists the phone's tasks as `id-revision`, separated by commas. */
export async function findTaskChanges(
  db: Db,
  agentId: number,
  known: string,
): Promise<{ tasks: AgentTask[]; gone: Gone[] }> {
  const listed = await noteFetched(db, await listOpenTasks(db, agentId));
  const open = listed.map((task) => ({ ...task, revision: revisionOf(task) }));
  const had = new Map(
    known
      .split(',')
      .filter(Boolean)
      .map((one) => one.split('-') as [string, string])
      .map(([id, revision]) => [Number(id), revision]),
  );
  const tasks = open.filter(({ id, revision }) => had.get(id) !== revision);
  for (const { id } of open) had.delete(id);
  const missing = [...had.keys()];
  const former = new Map(
    missing.length === 0
      ? []
      : (await findFormerTasks(db, agentId, missing)).map((task) => [task.id, task] as const),
  );
  return { tasks, gone: missing.map((id) => findGoneReason(id, former.get(id))) };
}

/**
 * Returns a hash of all data of a task that a phone shows. If the phone has another hash, the phone needs
 * the task again.
 */
function revisionOf(task: Omit<AgentTask, 'revision'>): string {
  return hash('sha256', JSON.stringify(task)).slice(0, 8);
}

function findGoneReason(applicant_id: number, task: FormerTask | undefined): Gone {
  const gone = (because: Gone['because'], at: string | null = null, by: string | null = null) => ({
    ...{ applicant_id, because, at, by },
  });
  if (!task) return gone('closed');
  if (task.deleted_at !== null) return gone('deleted', task.deleted_at);
  switch (task.status) {
    case 'pending':
      return task.was_given_back
        ? gone('given_back', task.updated_at)
        : gone('reassigned', task.updated_at);
    case 'assigned':
      return gone('reassigned', task.assigned_at, task.holder);
    case 'visited':
      return gone('visited', task.visited_at, task.visitor);
    case 'submitted':
      return gone('closed', task.visited_at, task.visitor);
  }
}
