import * as z from 'zod/mini';
import { text } from './inputs.ts';

/** A day of the calendar, `YYYY-MM-DD`. */
export const isoDate = (name: string) =>
  text(40, `${name} must be a date, YYYY-MM-DD`).check(
    z.regex(/^\d{4}-\d{2}-\d{2}$/, { error: `${name} must be a date, YYYY-MM-DD`, abort: true }),
    z.refine((day) => {
      const date = new Date(`${day}T00:00:00Z`);
      // There is no year 0: databases reject it.
      return (
        !day.startsWith('0000') &&
        !Number.isNaN(date.getTime()) &&
        date.toISOString().startsWith(day)
      );
    }, `${name} is not a day of the calendar`),
  );
