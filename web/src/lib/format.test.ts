import { afterEach, expect, test } from 'vitest';
import { applyConfig } from './config.ts';
import {
  formatDateTime,
  formatMegabytes,
  formatNumber,
  formatValue,
  prettifyLabel,
} from './format.ts';

afterEach(() => applyConfig({}));

// Covers: formats-4
test.each([
  ['Asia/Kolkata', 'Mar 5, 2024, 10:30 AM'],
  ['America/New_York', 'Mar 5, 2024, 12:00 AM'],
  ['Pacific/Kiritimati', 'Mar 5, 2024, 7:00 PM'],
])('formats a moment as US English in %s, with plain spaces', (timeZone, text) => {
  applyConfig({ timeZone });
  expect(formatDateTime('2024-03-05T05:00:00Z')).toBe(text);
  // A moment without an offset is shown unchanged.
  expect(formatDateTime('2024-03-05T10:30:00')).toBe('Mar 5, 2024, 10:30 AM');
  expect(formatDateTime('2024-03-05 10:30:00.000')).toBe('Mar 5, 2024, 10:30 AM');
});

test('uses the browser’s zone without a known zone of the provider', () => {
  applyConfig({ timeZone: 'Asia/Atlantis' });
  expect(formatDateTime('2024-03-05T05:00:00Z')).toBe('Mar 5, 2024, 10:30 AM');
  applyConfig({});
  expect(formatDateTime('2024-03-05T05:00:00Z')).toBe('Mar 5, 2024, 10:30 AM');
});

// Covers: formats-4
test.each([
  [null, 'N/A'],
  [undefined, 'N/A'],
  ['', 'N/A'],
  ['yesterday', 'Invalid Date'],
])('formats the moment %j as %s', (value, text) => {
  expect(formatDateTime(value)).toBe(text);
});

// Covers: verifications-14
test.each([
  ['visit_type', 'Visit Type'],
  ['visitType', 'Visit Type'],
  ['application_id', 'Application ID'],
  ['is_assigned', 'Is Assigned'],
  ['mobile', 'Mobile'],
])('labels the field %s as %s', (name, label) => {
  expect(prettifyLabel(name)).toBe(label);
});

// Covers: verifications-15
test.each([
  [null, '-'],
  [undefined, '-'],
  ['', '-'],
  [[], '-'],
  [true, 'Yes'],
  [false, 'No'],
  [0, '0'],
  ['2024-03-05T10:30:00', 'Mar 5, 2024, 10:30 AM'],
  ['2024-03-05', 'Mar 5, 2024'],
  ['12-03-2024', '12-03-2024'],
  [['a', 'b'], 'a, b'],
  [{ pin_code: '411051' }, 'Pin Code: 411051'],
])('formats the value %j as %s', (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test('groups numbers, and gives sizes two decimals', () => {
  expect(formatNumber(1237)).toBe('1,237');
  expect(formatMegabytes(5_242_880)).toBe('5.00');
  expect(formatMegabytes(6_000_000)).toBe('5.72');
});
