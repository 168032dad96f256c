import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

const busy = { status: 503, retryAfter: expect.any(Number) };

test('so many at once, the others in the order they came', async () => {
  const inTurn = takeTurns(2);
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [1, 2, 3, 4, 5].map((one) =>
      inTurn(async () => {
        seen.push(one);
        running += 1;
        most = Math.max(most, running);
        await sleep(5);
        running -= 1;
      }),
    ),
  );
  expect(seen).toEqual([1, 2, 3, 4, 5]);
  expect(most).toBe(2);
});

test('who would wait too long behind those who are there is refused at once', async () => {
  const inTurn = takeTurns(1, 500);
  await inTurn(() => sleep(400));
  const begun: number[] = [];
  const come = (one: number) => inTurn(async () => void begun.push(one));
  const held = inTurn(() => sleep(300));
  const next = come(1);
  await expect(come(2)).rejects.toMatchObject(busy);
  expect(begun).toEqual([]);
  await Promise.all([held, next]);
  expect(begun).toEqual([1]);
});

test('who waits longer than was expected is refused then, and leaves the line', async () => {
  const inTurn = takeTurns(1, 50);
  const gate = Promise.withResolvers<void>();
  const held = inTurn(() => gate.promise);
  const begun: number[] = [];
  await expect(inTurn(async () => void begun.push(1))).rejects.toMatchObject(busy);
  gate.resolve();
  await held;
  await inTurn(async () => void begun.push(2));
  expect(begun).toEqual([2]);
});

test('one that fails makes room like any other', async () => {
  const inTurn = takeTurns(1);
  await expect(inTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await inTurn(async () => 'next')).toBe('next');
});
