import type { AgentTask } from '@doorstep/contract/visits/phone';
import { daysAfter } from '../moment.ts';

/** `tryAgainAt` is the time of the agent's planned attempt or appointment. */
export interface PlannedTask extends AgentTask {
  tryAgainAt: string | null;
  isAppointment: boolean;
}

/** The sections of Today, from top to bottom. The tasks in `due` and `anyTime` are the stops of the day. */
const sections = ['sentBack', 'due', 'anyTime', 'tomorrow', 'later'] as const;
type Section = (typeof sections)[number];

export function sectionOf(task: PlannedTask, now: Date): Section {
  if (task.sent_back !== null) return 'sentBack';
  const at = plannedAt(task, now);
  if (at === null) return 'anyTime';
  const days = daysAfter(new Date(at), now);
  return days <= 0 ? 'due' : days === 1 ? 'tomorrow' : 'later';
}

export function byPlan(a: PlannedTask, b: PlannedTask, now: Date): number {
  const rank = (task: PlannedTask) => sections.indexOf(sectionOf(task, now));
  const time = (task: PlannedTask) => plannedAt(task, now) ?? Number.MAX_SAFE_INTEGER;
  return rank(a) - rank(b) || time(a) - time(b) || a.id - b.id;
}

export const isStopOfToday = (task: PlannedTask, now: Date): boolean =>
  ['due', 'anyTime'].includes(sectionOf(task, now));

/**
 * Returns the deadline or the time to try again, whichever is earlier, in milliseconds; null if both are
 * missing. A planned attempt on a later day replaces even an earlier deadline, because the agent chose that
 * day.
 */
export function plannedAt({ due_at, tryAgainAt }: PlannedTask, now: Date): number | null {
  if (tryAgainAt !== null && daysAfter(tryAgainAt, now) > 0) return Date.parse(tryAgainAt);
  const times = [due_at, tryAgainAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times.map((time) => Date.parse(time)));
}
