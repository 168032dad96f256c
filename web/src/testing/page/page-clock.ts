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

/** Nothing is painted until the answer is called. */
export function holdFrames(): () => void {
  const frames: FrameRequestCallback[] = [];
  const held = vi
    .spyOn(window, 'requestAnimationFrame')
    .mockImplementation((paint) => frames.push(paint));
  onTestFinished(() => held.mockRestore());
  return () => {
    held.mockRestore();
    for (const paint of frames) requestAnimationFrame(paint);
  };
}

const frame = () => new Promise(requestAnimationFrame);

/** What has just come is painted now. */
async function seePainted(): Promise<void> {
  await frame();
  await frame();
}

/** A case that has just come takes no decision until it is painted, and for a moment: somebody has looked at it now. */
export async function lookAtCase(): Promise<void> {
  await seePainted();
  passTime();
}

/** Presses keys as somebody does who has looked at the case. */
export async function press(keys: string): Promise<void> {
  await lookAtCase();
  await userEvent.keyboard(keys);
}

/** Shows a case, and presses P before it is painted and again before a moment has passed. */
export async function pressTooEarly(show: () => Promise<unknown>): Promise<void> {
  const paint = holdFrames();
  await show();
  passTime();
  await userEvent.keyboard('p');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  paint();
  await seePainted();
  await userEvent.keyboard('p');
  clock.mockRestore();
}
