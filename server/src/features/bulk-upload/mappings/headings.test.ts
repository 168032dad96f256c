import { expect, test } from 'vitest';
import { columnLetters, headingKey, readHeadings } from './headings.ts';

const read = (above: string[], headings: string[]) =>
  readHeadings({ row: 3, cells: headings }, { row: 2, cells: above });

// Covers: try-7
test('equal headings are distinguished by merged headings above them, not by a title', () => {
  const headings = ['No', 'Pin', 'Tel', 'Pin', 'Tel'];
  expect(read(['', 'Home', '', 'Office', ''], headings)).toEqual([
    ...['No', 'Home / Pin', 'Home / Tel', 'Office / Pin', 'Office / Tel'],
  ]);
  expect(read(['Cases of 5 March'], headings)).toEqual(['No', 'Pin', 'Tel', 'Pin (2)', 'Tel (2)']);
  expect(read(['', 'Home', '', '', 'Office'], ['No', 'Pin', 'Pin', 'City', 'Pin'])).toEqual([
    ...['No', 'Home / Pin', 'Home / Pin (2)', 'City', 'Office / Pin'],
  ]);
});

test('a numbered heading differs from all others', () => {
  expect(read([], ['Pin', 'Pin (2)', 'PIN', 'Pin', ''])).toEqual([
    ...['Pin', 'Pin (2)', 'PIN (3)', 'Pin (4)', ''],
  ]);
  expect(read([], ['Pin', 'PIN', 'Pin (2)'])).toEqual(['Pin', 'PIN (3)', 'Pin (2)']);
});

test('the letters of a column continue after Z', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});

test('headings are compared without case, width, punctuation and brackets', () => {
  expect(['PIN-Code *', ' ｐｉｎ code', 'Pin (Code)'].map(headingKey)).toEqual(
    Array(3).fill('pin code'),
  );
  expect(headingKey('Pin (Office)')).toBe('pin office');
});
