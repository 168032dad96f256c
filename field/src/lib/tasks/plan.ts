import type { AgentTask } from '@doorstep/contract/visits/phone';
import { daysAfter } from '../moment.ts';

/** A task, with the time of the agent's planned try or appointment, or null. */
export interface PlannedTask extends AgentTask {
  tryAgainAt: string | null;
  /** Whether `tryAgainAt` is an appointment. */
  isAppointment: boolean;
}

/** The sections of Today, from top to bottom. The stops of the day are `due` and `anyTime`. */
const sections = ['sentBack', 'due', 'anyTime', 'tomorrow', 'later'] as const;
type Section = (typeof sections)[number];

export function sectionOf(task: PlannedTask, now: Date): Section {
  if (task.sent_back !== null) return 'sentBack';
  const at = plannedAt(task, now);
  if (at === null) return 'anyTime';
  const days = daysAfter(new Date(at), now);
  return days <= 0 ? 'due' : days === 1 ? 'tomorrow' : 'later';
}

/** Compares tasks by section, then by time, then by id. */
export function byPlan(a: PlannedTask, b: PlannedTask, now: Date): number {
  const rank = (task: PlannedTask) => sections.indexOf(sectionOf(task, now));
  const time = (task: PlannedTask) => plannedAt(task, now) ?? Number.MAX_SAFE_INTEGER;
  return rank(a) - rank(b) || time(a) - time(b) || a.id - b.id;
}

/** Whether a task is a stop of today. The agent may order these stops by hand. */
export const isStopOfToday = (task: PlannedTask, now: Date): boolean =>
  ['due', 'anyTime'].includes(sectionOf(task, now));

/**
 * Returns the planned time of a task in milliseconds: the deadline or the time to try again, whichever is
 * earlier; null if both are missing. A try on a later day counts even after the deadline, because the agent
 * has been there today.
 */
export function plannedAt({ due_at, tryAgainAt }: PlannedTask, now: Date): number | null {
  if (tryAgainAt !== null && daysAfter(tryAgainAt, now) > 0) return Date.parse(tryAgainAt);
  const times = [due_at, tryAgainAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times.map((time) => Date.parse(time)));
}
