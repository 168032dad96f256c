import { expect, test } from 'vitest';
import { partsOf, rowsOf, sumOf } from './read-summary.ts';

const row = {
  portfolio_name: 'Axis Home',
  allocated: 9,
  visit_pending: 2,
  visit_done: 7,
  allocation_pending: 1,
  submitted: 4,
  total: 10,
};

test.each([
  ['a bare list', [row]],
  ['data', { success: true, data: [row] }],
  ['results', { results: [row], count: 1 }],
])('reads rows from %s', (_, answer) => {
  expect(rowsOf(answer)).toEqual([row]);
});

test('counts missing numbers as zero, and accepts numbers as text', () => {
  const nothing = {
    allocated: 0,
    visit_pending: 0,
    visit_done: 0,
    allocation_pending: 0,
    submitted: 0,
  };
  expect(rowsOf([{ portfolio_name: null, total: '3' }])).toEqual([
    { portfolio_name: '-', ...nothing, total: 3 },
  ]);
  expect(rowsOf(null)).toEqual([]);
  expect(rowsOf({ data: 'none' })).toEqual([]);
});

test('adds the parts of a bar up to the total, and the rows up to the sums', () => {
  const parts = partsOf(row);
  expect(parts).toEqual({ allocation_pending: 1, visit_pending: 2, visited: 3, submitted: 4 });
  expect(sumOf([row, row])).toMatchObject({ total: 20, visit_done: 14 });
});
