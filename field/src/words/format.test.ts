import { expect, test } from 'vitest';
import { sizeOf } from './format.ts';

test('gives small sizes one decimal, and never breaks before the unit', () => {
  const sizes = [400, 99_000, 260_000, 9_940_000, 9_960_000, 90_000_000, 2_000_000_000];
  expect(sizes.map((bytes) => sizeOf(bytes).replace('\u00a0', '_'))).toEqual([
    '1_KB',
    '99_KB',
    '0.3_MB',
    '9.9_MB',
    '10_MB',
    '90_MB',
    '2.0_GB',
  ]);
});
