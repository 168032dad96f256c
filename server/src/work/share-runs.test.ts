import { expect, test } from 'vitest';
import { shareRuns } from './share-runs.ts';

test('calls share the run that begins after them, and runs are spaced', async () => {
  const gap = 100;
  const starts: number[] = [];
  const ends: ((value: number) => void)[] = [];
  const share = shareRuns<number>(gap);
  const ask = () =>
    share('board', () => {
      starts.push(performance.now());
      return new Promise((resolve) => ends.push(resolve));
    });

  const first = ask();
  await expect.poll(() => ends).toHaveLength(1);
  // These two calls arrive during the first read, so its result may be older than the calls.
  const [second, third] = [ask(), ask()];
  ends[0]?.(1);
  expect(await first).toBe(1);
  await expect.poll(() => ends).toHaveLength(2);
  ends[1]?.(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
  const [one = 0, two = 0] = starts;
  // Timers may fire up to a millisecond early.
  expect(two - one).toBeGreaterThan(gap - 2);
});

test('calls with other keys do not wait for each other, and a key that is done starts again', async () => {
  const share = shareRuns<string>();
  let release = (_: string) => {};
  const slow = share('late', () => new Promise((resolve) => (release = resolve)));
  expect(await share('paused', async () => 'paused')).toBe('paused');
  const waiting = share('late', async () => 'newer');
  release('late');
  expect(await Promise.all([slow, waiting])).toEqual(['late', 'newer']);
  expect(await share('late', async () => 'newest')).toBe('newest');
});

test('a failing run fails only its own calls', async () => {
  const share = shareRuns<number>();
  const failing = share('board', async () => {
    throw new Error('The database is away');
  });
  await expect(failing).rejects.toThrow('The database is away');
  expect(await share('board', async () => 2)).toBe(2);
});
