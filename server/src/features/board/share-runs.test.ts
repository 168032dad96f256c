import { expect, onTestFinished, test, vi } from 'vitest';
import { shareRuns } from './share-runs.ts';

test('calls share the run that begins after them, and runs keep their distance', async () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ends: ((value: number) => void)[] = [];
  const ask = shareRuns(() => new Promise<number>((resolve) => ends.push(resolve)), 1_000);

  const first = ask();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(1);
  // These come while the first is read: what it finds may be older than they are.
  const [second, third] = [ask(), ask()];
  ends[0]?.(1);
  expect(await first).toBe(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(ends).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(2);
  ends[1]?.(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test('a run that fails fails its own calls alone', async () => {
  let runs = 0;
  const ask = shareRuns(async () => {
    runs += 1;
    if (runs === 1) throw new Error('The database is away');
    return runs;
  }, 0);
  await expect(ask()).rejects.toThrow('The database is away');
  expect(await ask()).toBe(2);
});
