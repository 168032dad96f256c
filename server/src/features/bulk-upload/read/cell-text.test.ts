import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellText } from './cell-text.ts';

test.each([
  [9820098200, '9820098200'],
  [9.8200982e9, '9820098200'],
  [1e21, '1000000000000000000000'],
  [1e-7, '0.0000001'],
  [0.1 + 0.2, '0.3'],
  [-0, '0'],
  [1.7976931348623157e308, `179769313486232${'0'.repeat(294)}`],
  [Number.NaN, ''],
  ['  0400053 ', '0400053'],
  ['a\r\nb\u0000\u0007', 'a\nb'],
  ['\ud800', '\ufffd'],
  ['#N/A', ''],
  ['#12, Main Road', '#12, Main Road'],
  [true, 'TRUE'],
  [new Date(Date.UTC(2026, 0, 31)), '2026-01-31'],
  [new Date(Date.UTC(2026, 0, 31, 9, 5)), '2026-01-31 09:05'],
  [new Date(Number.NaN), ''],
  [null, ''],
  [undefined, ''],
])('%j reads %j', (value, text) => {
  expect(cellText(value)).toBe(text);
});

test('whole numbers are read as their digits, no number has an exponent', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (number) => {
      expect(cellText(number)).toBe(String(number));
    }),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(cellText(number)).toMatch(/^-?\d+(\.\d*[1-9])?$/);
    }),
  );
});
