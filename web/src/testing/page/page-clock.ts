import { onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

/** Holds timeouts until the test is over: `vi.advanceTimersByTime` lets time pass, and what is polled for a little at each look. */
export function holdTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** As {@link holdTimeouts}, for what is done again and again, and for the time of day. */
export function holdIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

let looked = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + looked;

/** A second passes by the clock that cases are looked at by. */
export function passTime(): void {
  looked += 1_000;
}

const frame = () => new Promise(requestAnimationFrame);

/** A case that has just come takes no decision until it is painted, and for a moment: somebody has looked at it now. */
export async function lookAtCase(): Promise<void> {
  await frame();
  await frame();
  passTime();
}

/** Presses keys as somebody does who has looked at the case. */
export async function press(keys: string): Promise<void> {
  await lookAtCase();
  await userEvent.keyboard(keys);
}
