import type { AgentTask } from '@doorstep/contract/visits/phone';
import { daysAfter } from '../moment.ts';

/** A task, with the time at which its agent wanted to try again; null without such a time. */
export interface PlannedTask extends AgentTask {
  tryAgainAt: string | null;
}

/** The sections of Today, from top to bottom. */
const sections = ['sentBack', 'due', 'anyTime', 'later'] as const;
type Section = (typeof sections)[number];

/** Returns the section of Today in which a task stands. */
export function sectionOf(task: PlannedTask, now: Date): Section {
  if (task.sent_back !== null) return 'sentBack';
  const at = plannedAt(task);
  if (at === null) return 'anyTime';
  return daysAfter(new Date(at), now) <= 0 ? 'due' : 'later';
}

/** Orders tasks as Today shows them: by section, then by time, then by their number. */
export function byPlan(a: PlannedTask, b: PlannedTask, now: Date): number {
  const rank = (task: PlannedTask) => sections.indexOf(sectionOf(task, now));
  const time = (task: PlannedTask) => plannedAt(task) ?? Number.MAX_SAFE_INTEGER;
  return rank(a) - rank(b) || time(a) - time(b) || a.id - b.id;
}

/** The deadline of a task, or the time to try again where that is earlier (ms); null without both. */
function plannedAt({ due_at, tryAgainAt }: PlannedTask): number | null {
  const times = [due_at, tryAgainAt].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times.map((time) => Date.parse(time)));
}
