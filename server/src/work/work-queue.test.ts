import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { workQueue } from './work-queue.ts';

const busy = { status: 503, retryAfter: expect.any(Number) };

test('the queue runs a bounded number at the same time, the others in the order of arrival', async () => {
  const inTurn = workQueue({ atOnce: 2 });
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map((one) =>
      inTurn(async () => {
        seen.push(one);
        running += 1;
        most = Math.max(most, running);
        await nextTurn();
        running -= 1;
      }),
    ),
  );
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('a caller who finds a full queue is rejected immediately', async () => {
  const inTurn = workQueue({ atOnce: 1, waiting: 1 });
  const gate = Promise.withResolvers<void>();
  const begun: number[] = [];
  const held = inTurn(() => gate.promise);
  const next = inTurn(async () => void begun.push(1));
  await expect(inTurn(async () => void begun.push(2))).rejects.toMatchObject(busy);
  expect(begun).toEqual([]);
  gate.resolve();
  await Promise.all([held, next]);
  expect(begun).toEqual([1]);
});

// Covers: fault-15
test('a caller who waits too long is rejected and leaves the queue', async () => {
  const inTurn = workQueue({ atOnce: 1, longestWait: 50 });
  const gate = Promise.withResolvers<void>();
  const held = inTurn(() => gate.promise);
  const begun: number[] = [];
  await expect(inTurn(async () => void begun.push(1))).rejects.toMatchObject(busy);
  gate.resolve();
  await held;
  await inTurn(async () => void begun.push(2));
  expect(begun).toEqual([2]);
});

test('the limit on waiting does not interrupt running work', async () => {
  const inTurn = workQueue({ atOnce: 1, longestWait: 20 });
  const work = Promise.withResolvers<string>();
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const working = inTurn(() => work.promise);
  await vi.advanceTimersByTimeAsync(100);
  work.resolve('done');
  expect(await working).toBe('done');
});

test('failed work also frees its place', async () => {
  const inTurn = workQueue({ atOnce: 1 });
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn(async () => 'next')).toBe('next');
});
