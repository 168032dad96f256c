import { expect, test } from 'vitest';
import { lookUpTogether } from './look-up-together.ts';

test('asks together for what comes while it is busy, and never answers from before', async () => {
  const asked: string[][] = [];
  const open = new Set(['a', 'b', 'c']);
  const find = lookUpTogether(async (keys) => {
    asked.push(keys);
    // As a database would: what counts is the moment at which the statement began.
    const found = new Map(keys.filter((key) => open.has(key)).map((key) => [key, key]));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return found;
  }, 1);
  const first = [find('a'), find('a'), find('b')];
  await new Promise((resolve) => setTimeout(resolve, 5));
  const second = [find('a'), find('c'), find('unknown')];
  open.delete('a');
  expect(await Promise.all(first)).toEqual(['a', 'a', 'b']);
  expect(await Promise.all(second)).toEqual([undefined, 'c', undefined]);
  expect(asked).toEqual([
    ['a', 'b'],
    ['a', 'c', 'unknown'],
  ]);
});

test('a look-up that fails fails for all who wait, and for nobody else', async () => {
  let isAway = true;
  const find = lookUpTogether(async (keys) => {
    if (isAway) throw new Error('away');
    return new Map(keys.map((key) => [key, key]));
  });
  const results = await Promise.allSettled([find('a'), find('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await find('a')).toBe('a');
});
