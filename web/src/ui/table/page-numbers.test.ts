import { expect, test } from 'vitest';
import { pageItems } from './page-numbers.ts';

const shown = (page: number, pageCount: number) =>
  pageItems(page, pageCount)
    .map((item) => (typeof item === 'number' ? item : '…'))
    .join(' ');

// Covers: tables-3
test.each([
  [1, 1, '1'],
  [1, 5, '1 2 3 4 5'],
  [1, 6, '1 2 3 4 5 6'],
  [1, 7, '1 2 3 4 5 … 7'],
  [4, 7, '1 2 3 4 5 6 7'],
  [4, 9, '1 2 3 4 5 6 … 9'],
  [5, 9, '1 … 3 4 5 6 7 … 9'],
  [12, 124, '1 … 10 11 12 13 14 … 124'],
  [124, 124, '1 … 120 121 122 123 124'],
  [9, 3, '1 2 3'],
])('offers for page %i of %i: %s', (page, pageCount, items) => {
  expect(shown(page, pageCount)).toBe(items);
});
