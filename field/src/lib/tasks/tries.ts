import type { PlannedTask } from './plan.ts';

let times: number[] = [];

/** Notes when to try visits again (ms), without names: reminders need them while the app is locked too. */
export function noteTries(tasks: readonly PlannedTask[]): void {
  times = tasks.flatMap(({ tryAgainAt }) => (tryAgainAt === null ? [] : Date.parse(tryAgainAt)));
}

/** Whether a visit is to be tried again within a span of time (ms): after its beginning, until its end. */
export const isTryWithin = (from: number, until: number): boolean =>
  times.some((time) => time > from && time <= until);
