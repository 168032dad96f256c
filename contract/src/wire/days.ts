import * as z from 'zod/mini';
import { text } from './inputs.ts';

export const isoDate = (name: string) =>
  text(40, `${name} must be a date, YYYY-MM-DD`).check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: `${name} must be a date, YYYY-MM-DD`, abort: true }),
    z.refine((day) => {
      const date = new Date(`${day}T00:00:00Z`);
      // PostgreSQL rejects the year 0.
      return (
        !day.startsWith('0000') &&
        !Number.isNaN(date.getTime()) &&
        date.toISOString().startsWith(day)
      );
    }, `${name} is not a valid date`),
  );

/**
 * A time in ISO 8601 with its time zone. The years 1900 to 2999 are accepted, because a phone's clock may
 * be wrong.
 */
export const Moment = text(40).check(
  z.iso.datetime({
    offset: true,
    error: 'must be a time, such as 2026-01-05T10:00:00Z',
    abort: true,
  }),
  z.regex(/^(19|2\d)\d\d-/, 'must be a time in the years 1900 to 2999'),
  z.regex(/(Z|[+-](0\d|1[0-4]):\d\d)$/, 'must have a valid time zone'),
);
