import { expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { holdIntervals } from '../testing/page/page-clock.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

test('counts down from a time that is known only later', async () => {
  holdIntervals();
  const { result, rerender } = await renderHook((since?: number) => useSecondsLeft(since, 10), {
    initialProps: undefined,
  });
  await expect.poll(() => result.current).toBe(0);
  await rerender(Date.now());
  await expect.poll(() => result.current).toBeGreaterThan(8);
  vi.advanceTimersByTime(4_000);
  await expect.poll(() => result.current).toBeLessThan(7);
});
