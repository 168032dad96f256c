import type { AgentTask } from '@doorstep/contract/visits/phone';
import { callsOf, listOwnCalls } from '../calls/calls.ts';
import { database, type StoredDraft, type StoredTask } from '../db/database.ts';
import { decrypt, type Encrypted } from '../db/encrypted.ts';
import { useStored } from '../db/use-stored.ts';
import { openKey } from '../lock/lock.ts';
import type { QueuedVisit } from '../sync/queued-visit.ts';
import type { Draft } from '../visit/draft.ts';
import { findLastVisit, type LastVisit } from './last-visit.ts';
import { applyOrder, readOwnOrder } from './own-order.ts';
import { isStopOfToday, type PlannedTask } from './plan.ts';
import { notePlannedAttempts } from './planned-attempts.ts';
import { suggestOrder } from './suggest-order.ts';

export interface Day {
  /** The open tasks, in the order of Today. */
  tasks: PlannedTask[];
  isOwnOrder: boolean;
  /** Distances on Today are measured from this visit. */
  lastVisit: LastVisit | null;
}

export function useDay(): Day | undefined {
  return useStored(readDay, 'tasks', 'drafts', 'outbox', 'calls');
}

export function useTasks(): PlannedTask[] | undefined {
  return useDay()?.tasks;
}

export const listTasks = async (now?: Date): Promise<PlannedTask[]> => (await readDay(now)).tasks;

async function readDay(now = new Date()): Promise<Day> {
  const db = await database();
  const [stored, drafts, outbox] = await Promise.all([
    db.getAll('tasks'),
    db.getAll('drafts'),
    db.getAll('outbox'),
  ]);
  const key = openKey();
  const [planned, own, lastVisit] = await Promise.all([
    planTasks(key, stored, drafts, outbox),
    readOwnOrder(key),
    findLastVisit(key, drafts, outbox),
  ]);
  notePlannedAttempts(planned);
  const suggested = suggestOrder(planned, now, lastVisit);
  const stops = suggested.filter((task) => isStopOfToday(task, now));
  // The agent's own order counts only if it contains at least two of these stops.
  const isOwnOrder = stops.filter(({ id }) => own.includes(id)).length > 1;
  if (!isOwnOrder) return { tasks: suggested, isOwnOrder, lastVisit };
  const at = stops[0] ? suggested.indexOf(stops[0]) : 0;
  const tasks = suggested.toSpliced(at, stops.length, ...applyOrder(stops, own));
  return { tasks, isOwnOrder, lastVisit };
}

async function planTasks(
  key: CryptoKey,
  stored: readonly StoredTask[],
  drafts: readonly StoredDraft[],
  outbox: readonly QueuedVisit[],
): Promise<PlannedTask[]> {
  const tasks = await Promise.all(stored.map(({ encrypted }) => decrypt(key, encrypted)));
  // A task that was deleted or given to a colleague during a visit stays in the list, so that the agent can
  // finish the visit.
  for (const { taskId, encrypted } of drafts) {
    if (stored.some(({ id }) => id === taskId)) continue;
    tasks.push((await decrypt(key, encrypted as Encrypted<Draft>)).task);
  }
  // A final visit on this phone ends the task, even if the office does not have the visit yet.
  const isDone = (task: AgentTask) =>
    outbox.some(
      ({ taskId, assignmentVersion, isFinal }) =>
        isFinal && taskId === task.id && assignmentVersion === task.assignment_version,
    );
  const ownCalls = await listOwnCalls(key);
  const planned = tasks
    .filter((task) => !isDone(task))
    .map(async (task) => {
      const known = { ...task, calls: callsOf(task, ownCalls) };
      return { ...known, ...(await readTryAgain(key, known, outbox)) };
    });
  return Promise.all(planned);
}

/**
 * Returns the time to try again from the task's last attempt, or from a later call with an appointment. The
 * phone may not have sent the attempt or the call yet.
 */
async function readTryAgain(
  key: CryptoKey,
  task: AgentTask,
  outbox: readonly QueuedVisit[],
): Promise<Pick<PlannedTask, 'tryAgainAt' | 'isAppointment'>> {
  const queued = outbox.filter(
    ({ taskId, assignmentVersion, isFinal }) =>
      !isFinal && taskId === task.id && assignmentVersion === task.assignment_version,
  );
  const plans = [
    ...(task.calls ?? []).map(({ at, appointment_at }) => ({
      at,
      again: appointment_at,
      isCall: true,
    })),
    ...task.attempts.map(({ at, try_again_at }) => ({ at, again: try_again_at, isCall: false })),
    ...(await Promise.all(
      queued.map(async ({ finishedAt, summary }) => ({
        at: finishedAt,
        // Null if the PIN was forgotten since the attempt.
        again: (await decrypt(key, summary).catch(() => null))?.tryAgainAt ?? null,
        isCall: false,
      })),
    )),
  ];
  const last = plans
    .filter(({ again, isCall }) => again !== null || !isCall)
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .at(-1);
  const tryAgainAt = last?.again ?? null;
  return { tryAgainAt, isAppointment: tryAgainAt !== null && last?.isCall === true };
}
