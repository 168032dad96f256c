import { expect, test } from 'vitest';
import { lastDue } from './last-due.ts';

const due = (at: string, timeZone: string, now: string) =>
  lastDue(at, timeZone, new Date(now)).toISOString();

test('a time of day that has passed is today’s, otherwise yesterday’s, by the clock of the time zone', () => {
  expect(due('02:30', 'Asia/Kolkata', '2026-03-05T12:00:00Z')).toBe('2026-03-04T21:00:00.000Z');
  expect(due('02:30', 'Asia/Kolkata', '2026-03-04T20:59:59Z')).toBe('2026-03-03T21:00:00.000Z');
  expect(due('02:30', 'Asia/Kolkata', '2026-03-04T21:00:00Z')).toBe('2026-03-04T21:00:00.000Z');
  expect(due('23:59', 'UTC', '2026-03-05T00:00:00Z')).toBe('2026-03-04T23:59:00.000Z');
  expect(due('00:00', 'UTC', '2026-03-05T23:59:59Z')).toBe('2026-03-05T00:00:00.000Z');
});

test('a skipped time counts where the clock lands, a repeated one the second time', () => {
  // In Berlin 02:00 becomes 03:00 on 29 March, and 03:00 becomes 02:00 on 25 October.
  expect(due('02:30', 'Europe/Berlin', '2026-03-29T10:00:00Z')).toBe('2026-03-29T01:00:00.000Z');
  expect(due('02:30', 'Europe/Berlin', '2026-10-25T10:00:00Z')).toBe('2026-10-25T01:30:00.000Z');
});
