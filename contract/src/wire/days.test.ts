import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isoDate, Moment } from './days.ts';

const problemOf = (schema: z.ZodMiniType, value: string) =>
  z.safeParse(schema, value).error?.issues[0]?.message;

test.each([
  ['2024-02-29', undefined],
  ['2026-02-29', 'day is not a valid date'],
  ['0000-01-01', 'day is not a valid date'],
  ['2026-1-05', 'day must be a date, YYYY-MM-DD'],
])('the day %s: %s', (value, problem) => {
  expect(problemOf(isoDate('day'), value)).toBe(problem);
});

test.each([
  ['1900-01-01T00:00:00Z', undefined],
  ['2999-12-31T23:59:59.999-14:59', undefined],
  ['2026-01-05T10:00:00', 'must be a time, such as 2026-01-05T10:00:00Z'],
  ['1899-12-31T10:00:00Z', 'must be a time in the years 1900 to 2999'],
  ['3000-01-01T10:00:00Z', 'must be a time in the years 1900 to 2999'],
  ['2026-01-05T10:00:00+15:00', 'must have a valid time zone'],
])('the time %s: %s', (value, problem) => {
  expect(problemOf(Moment, value)).toBe(problem);
});
