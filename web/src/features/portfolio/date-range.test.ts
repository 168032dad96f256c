import { expect, test } from 'vitest';
import { formatRange, problemsOf, quickRanges, wholeRange } from './date-range.ts';

// Covers: portfolio-summary-5
test('ends the quick ranges today, and includes today in the last seven days', () => {
  expect(quickRanges('2026-03-03')).toEqual({
    today: { start: '2026-03-03', end: '2026-03-03' },
    week: { start: '2026-02-25', end: '2026-03-03' },
    month: { start: '2026-03-01', end: '2026-03-03' },
  });
  expect(quickRanges('2026-01-01').week.start).toBe('2025-12-26');
});

// Covers: portfolio-summary-2
test('requires both dates, in order', () => {
  expect(wholeRange({ start: '2026-03-01', end: '2026-03-01' })).toBeDefined();
  expect(wholeRange({ start: '2026-03-01' })).toBeUndefined();
  expect(wholeRange({ start: '2026-03-02', end: '2026-03-01' })).toBeUndefined();
  expect(problemsOf({})).toEqual({
    start: 'Start Date is required',
    end: 'End Date is required',
  });
  expect(problemsOf({ start: '2026-03-02', end: '2026-03-01' })).toEqual({
    start: 'Start Date cannot be after End Date',
  });
});

test('formats a range in words', () => {
  const text = formatRange({ start: '2026-03-01', end: '2026-03-05' });
  expect(text.replaceAll(/\s/g, ' ')).toBe('Mar 1 – 5, 2026');
});
