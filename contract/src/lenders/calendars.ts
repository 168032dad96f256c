import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { isoDate, Moment } from '../wire/days.ts';
import { defineEndpoint } from '../wire/endpoint.ts';
import { list, text } from '../wire/inputs.ts';
import { Id, Outcome } from '../wire/paging.ts';

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const clockTime = (name: string) =>
  text(5).check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, `${name} must be a time, HH:MM`));

/** The minimum working hours of a week. With fewer, a due time could be years away and take long to calculate. */
const hoursPerWeek = 5;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * The working hours of a day, as periods in order, with breaks between them. Empty for a day off. `24:00` is
 * the end of the day.
 */
export const Hours = list(
  z
    .strictObject({ from: clockTime('from'), to: clockTime('to') })
    .check(z.refine(({ from, to }) => from < to, 'Working hours must end after they begin')),
  limits.spansPerDay,
  `A day can have at most ${limits.spansPerDay} periods of working hours`,
  z.refine(
    (spans) => spans.every(({ from }, index) => index === 0 || (spans[index - 1]?.to ?? '') < from),
    'Periods of working hours must be in order, with a break between them',
  ),
);
export type Hours = z.infer<typeof Hours>;

export const Week = z
  .strictObject({
    mon: Hours,
    tue: Hours,
    wed: Hours,
    thu: Hours,
    fri: Hours,
    sat: Hours,
    sun: Hours,
  })
  .check(
    z.refine(
      (week) =>
        weekdays
          .flatMap((day) => week[day])
          .reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0) >=
        hoursPerWeek * 60,
      `A week must have at least ${hoursPerWeek} working hours`,
    ),
  );
export type Week = z.infer<typeof Week>;

export const CalendarDay = z.strictObject({
  day: isoDate('day'),
  name: text(100).check(z.trim(), z.minLength(1, 'Enter the name of the day')),
  hours: Hours,
});
export type CalendarDay = z.infer<typeof CalendarDay>;

const CalendarName = text(100, undefined, { missing: 'Name the calendar' }).check(
  z.trim(),
  z.minLength(1, 'Name the calendar'),
);

const content = {
  name: CalendarName,
  week: Week,
  days: list(
    CalendarDay,
    limits.calendarDays,
    `A calendar has at most ${limits.calendarDays} days`,
    z.refine(
      (days) => new Set(days.map(({ day }) => day)).size === days.length,
      'A day is listed twice',
    ),
  ),
};

export const Calendar = z.object({
  id: z.number(),
  ...content,
  rules: z.int(),
  updated_at: z.string(),
});
export type Calendar = z.infer<typeof Calendar>;

export const listCalendars = defineEndpoint({
  method: 'GET',
  path: '/api/v1/calendars/',
  access: 'admin',
  response: z.object({ results: z.array(Calendar) }),
});

export const addCalendar = defineEndpoint({
  method: 'POST',
  path: '/api/v1/calendars/',
  access: 'superadmin',
  body: z.strictObject(content),
  response: Calendar,
  status: 201,
});

/** Replaces a calendar. The due times stay until `applyRules` recalculates them. */
export const changeCalendar = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/calendars/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  body: z.strictObject({ ...content, updated_at: z.optional(Moment) }),
  response: Calendar,
});

/** Answers 409 `calendar_in_use` if a rule uses the calendar. */
export const deleteCalendar = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/calendars/:id/',
  access: 'superadmin',
  params: z.object({ id: Id }),
  response: Outcome,
});
