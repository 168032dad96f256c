import type { PlannedTask } from './plan.ts';

let times: number[] = [];

/** Stores the times of planned tries, without names, because reminders need the times while the app is locked too. */
export function noteTries(tasks: readonly PlannedTask[]): void {
  times = tasks.flatMap(({ tryAgainAt }) => (tryAgainAt === null ? [] : Date.parse(tryAgainAt)));
}

/** Whether a planned try falls into a span of time (ms): after `from`, and not after `until`. */
export const isTryWithin = (from: number, until: number): boolean =>
  times.some((time) => time > from && time <= until);
