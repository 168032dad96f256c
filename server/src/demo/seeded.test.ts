import { expect, test } from 'vitest';
import { seeded } from './seeded.ts';

test('a seed always gives the same numbers, within their bounds', () => {
  const draw = () => {
    const { between } = seeded(7);
    return Array.from({ length: 100 }, () => between(3, 5));
  };
  expect(draw()).toEqual(draw());
  expect(new Set(draw())).toEqual(new Set([3, 4, 5]));
});
