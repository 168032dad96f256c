import { onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

/**
 * Stops timeouts until the end of the test. Time passes for them only in `vi.advanceTimersByTime`, and a
 * little each time `expect.poll` checks.
 */
export function holdTimeouts(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

/** Stops intervals and `Date` until the end of the test. */
export function holdIntervals(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

let looked = 0;
const now = performance.now.bind(performance);
performance.now = () => now() + looked;

/** Advances `performance.now`, which the review desk uses, by a second. */
export function passTime(): void {
  looked += 1_000;
}

function holdFrames(): () => void {
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

async function waitUntilPainted(): Promise<void> {
  await frame();
  await frame();
}

/** Waits until a new case accepts a decision. The case must have been painted and shown for a moment. */
export async function viewCase(): Promise<void> {
  await waitUntilPainted();
  passTime();
}

export async function press(keys: string): Promise<void> {
  await viewCase();
  await userEvent.keyboard(keys);
}

/** Shows a case. Presses P before the case is painted, and again immediately after it is painted. */
export async function pressTooEarly(show: () => Promise<unknown>): Promise<void> {
  const paint = holdFrames();
  await show();
  passTime();
  await userEvent.keyboard('p');
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  onTestFinished(() => clock.mockRestore());
  paint();
  await waitUntilPainted();
  await userEvent.keyboard('p');
  clock.mockRestore();
}

/**
 * Lets work that waits for an idle browser start immediately, until the test ends. A page in a test is hardly
 * ever idle, so this work would only start after its timeout of five seconds.
 */
export function startIdleWork(): void {
  const { setTimeout: later, clearTimeout: cancel } = window;
  vi.stubGlobal('requestIdleCallback', (act: () => void) => later(act));
  vi.stubGlobal('cancelIdleCallback', cancel);
  onTestFinished(() => void vi.unstubAllGlobals());
}
