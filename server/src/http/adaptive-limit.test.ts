import { expect, test } from 'vitest';
import { adaptLimit } from './adaptive-limit.ts';

const bounds = { goal: 250, least: 8, first: 64, most: 400 };

/** A machine that answers so many a second, first come, first served, asked by more than it can take; its clock is simulated. */
function storm(limit: ReturnType<typeof adaptLimit>, from: number, seconds: number, rate: number) {
  const queue: { since: number; leave: (now: number) => void }[] = [];
  const waited: number[] = [];
  let due = 0;
  for (let now = from; now < from + seconds * 1_000; now++) {
    for (let one = 0; one < 20; one++) {
      const leave = limit.enter(now);
      if (leave) queue.push({ since: now, leave });
    }
    for (due += rate / 1_000; due >= 1; due--) {
      const next = queue.shift();
      next?.leave(now);
      if (next) waited.push(now - next.since);
    }
    if (now % 100 === 0) limit.look(now);
  }
  for (const { leave } of queue) leave(from + seconds * 1_000);
  return waited;
}

test.each([50, 200, 800])(
  'of a machine that does %i a second it keeps the wait near the goal',
  (rate) => {
    const limit = adaptLimit(bounds);
    const waited = storm(limit, 0, 20, rate).slice(-rate * 10);
    expect(waited.length).toBe(rate * 10);
    const median = waited.sort((a, b) => a - b)[Math.floor(waited.length / 2)];
    expect(median).toBeGreaterThan(100);
    expect(median).toBeLessThan(400);
  },
);

test('follows a machine that becomes slower, and one that recovers', () => {
  const limit = adaptLimit(bounds);
  storm(limit, 0, 10, 1_000);
  const quick = limit.limit();
  storm(limit, 10_000, 5, 50);
  const slow = limit.limit();
  storm(limit, 15_000, 10, 1_000);
  expect(quick).toBeGreaterThan(150);
  expect(slow).toBeLessThan(40);
  expect(limit.limit()).toBeGreaterThan(150);
});

test('a machine that stands still is noticed without an answer', () => {
  const limit = adaptLimit(bounds);
  storm(limit, 0, 3, 0);
  expect(limit.limit()).toBe(bounds.least);
});

test('the least is admitted however long it takes, and room is made again by whoever leaves, once', () => {
  const limit = adaptLimit({ ...bounds, first: 2, least: 2 });
  const leave = limit.enter(0);
  expect(leave).toBeDefined();
  expect(limit.enter(0)).toBeDefined();
  expect(limit.enter(0)).toBeUndefined();
  leave?.(1);
  leave?.(2);
  expect(limit.enter(3)).toBeDefined();
  expect(limit.enter(3)).toBeUndefined();
});
