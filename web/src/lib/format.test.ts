import { expect, test } from 'vitest';
import {
  formatDate,
  formatDateTime,
  formatMegabytes,
  formatNumber,
  formatValue,
  prettifyLabel,
} from './format.ts';

test('a moment reads as US English in the reader’s time zone, with plain spaces', () => {
  expect(formatDateTime('2024-03-05T10:30:00')).toBe('Mar 5, 2024, 10:30 AM');
  expect(formatDateTime('2024-03-05T05:00:00Z')).toBe('Mar 5, 2024, 10:30 AM');
  expect(formatDate('2024-03-05T18:45:00')).toBe('Mar 5, 2024');
});

test.each([
  [null, 'N/A'],
  [undefined, 'N/A'],
  ['', 'N/A'],
  ['yesterday', 'Invalid Date'],
])('the moment %j reads as %s', (value, text) => {
  expect(formatDateTime(value)).toBe(text);
  expect(formatDate(value)).toBe(text);
});

test.each([
  ['visit_type', 'Visit Type'],
  ['visitType', 'Visit Type'],
  ['application_id', 'Application ID'],
  ['is_assigned', 'Is Assigned'],
  ['mobile', 'Mobile'],
])('the field %s is labelled %s', (name, label) => {
  expect(prettifyLabel(name)).toBe(label);
});

test.each([
  [null, '-'],
  [undefined, '-'],
  ['', '-'],
  [[], '-'],
  [true, 'Yes'],
  [false, 'No'],
  [0, '0'],
  ['2024-03-05T10:30:00', 'Mar 5, 2024, 10:30 AM'],
  ['12-03-2024', '12-03-2024'],
  [['a', 'b'], 'a, b'],
  [{ pin_code: '411051' }, 'Pin Code: 411051'],
])('the value %j is shown as %s', (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test('numbers are grouped, sizes have two decimals', () => {
  expect(formatNumber(1237)).toBe('1,237');
  expect(formatMegabytes(5_242_880)).toBe('5.00');
  expect(formatMegabytes(6_000_000)).toBe('5.72');
});
