import type { PlannedTask } from './plan.ts';

let times: number[] = [];

/**
 * Stores the times of planned attempts in memory, without names, because reminders also need them while the
 * app is locked.
 */
export function notePlannedAttempts(tasks: readonly PlannedTask[]): void {
  times = tasks.flatMap(({ tryAgainAt }) => (tryAgainAt === null ? [] : Date.parse(tryAgainAt)));
}

export const isAttemptPlannedWithin = (from: number, until: number): boolean =>
  times.some((time) => time > from && time <= until);
