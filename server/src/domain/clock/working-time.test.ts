import { type Hours, type Week, weekdays } from '@doorstep/contract/lenders/calendars';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { minute, type WorkingHours, workingTime } from './working-time.ts';

const week = (hours: Hours, { sat = hours, sun = hours } = {}): Week => ({
  ...{ mon: hours, tue: hours, wed: hours, thu: hours, fri: hours, sat, sun },
});
const span = (from: string, to: string) => ({ from, to });

const calendars = {
  office: {
    week: week([span('09:00', '18:00')], { sat: [span('09:00', '13:00')], sun: [] }),
    days: [
      { day: '2026-01-26', hours: [] },
      { day: '2026-03-03', hours: [span('09:00', '13:00')] },
      { day: '2026-03-22', hours: [span('10:00', '14:00')] },
    ],
  },
  lunch: { week: week([span('09:00', '13:00'), span('14:00', '18:00')]), days: [] },
  night: { week: week([span('00:00', '06:00'), span('22:00', '24:00')]), days: [] },
  always: { week: week([span('00:00', '24:00')]), days: [] },
  early: { week: week([span('02:30', '06:00')]), days: [] },
  skipped: { week: week([span('02:00', '03:00')]), days: [] },
} satisfies Record<string, WorkingHours>;

const india = 'Asia/Kolkata';
const newYork = 'America/New_York';
const london = 'Europe/London';

const at = (local: string, zone: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
const local = (moment: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });

// The expected times were calculated by hand. 9 March 2026 is a Monday; 26 January 2026, a Monday, is a
// holiday.
test.each<[string, keyof typeof calendars, string, string, number, string]>([
  ['within a day', 'office', india, '2026-03-09T10:00', 120, '2026-03-09T12:00'],
  ['up to closing', 'office', india, '2026-03-09T10:00', 480, '2026-03-09T18:00'],
  ['a minute beyond closing', 'office', india, '2026-03-09T10:00', 481, '2026-03-10T09:01'],
  ['from before opening', 'office', india, '2026-03-09T07:00', 60, '2026-03-09T10:00'],
  ['from after closing', 'office', india, '2026-03-09T19:00', 60, '2026-03-10T10:00'],
  ['from closing', 'office', india, '2026-03-09T18:00', 1, '2026-03-10T09:01'],
  ['a whole day from opening', 'office', india, '2026-03-09T09:00', 540, '2026-03-09T18:00'],
  ['nothing within hours', 'office', india, '2026-03-09T10:30', 0, '2026-03-09T10:30'],
  ['nothing at night', 'office', india, '2026-03-09T22:00', 0, '2026-03-10T09:00'],
  ['nothing at closing', 'office', india, '2026-03-09T18:00', 0, '2026-03-09T18:00'],
  ['into a short Saturday', 'office', india, '2026-03-13T17:00', 120, '2026-03-14T10:00'],
  ['from Saturday afternoon', 'office', india, '2026-03-14T14:00', 30, '2026-03-16T09:30'],
  ['across a weekend', 'office', india, '2026-03-13T17:00', 330, '2026-03-16T09:30'],
  ['from a Sunday', 'office', india, '2026-03-15T12:00', 540, '2026-03-16T18:00'],
  ['across a holiday', 'office', india, '2026-01-23T17:00', 360, '2026-01-27T10:00'],
  ['from a holiday', 'office', india, '2026-01-26T11:00', 15, '2026-01-27T09:15'],
  ['across a half day', 'office', india, '2026-03-02T17:00', 330, '2026-03-04T09:30'],
  ['up to the end of a half day', 'office', india, '2026-03-03T09:00', 240, '2026-03-03T13:00'],
  ['into a Sunday at work', 'office', india, '2026-03-21T12:00', 180, '2026-03-22T12:00'],
  ['five days', 'office', india, '2026-03-16T09:00', 2700, '2026-03-20T18:00'],
  ['a week and a minute', 'office', india, '2026-03-16T09:00', 2941, '2026-03-22T10:01'],
  ['into 29 February', 'office', india, '2028-02-28T17:00', 120, '2028-02-29T10:00'],
  ['out of 29 February', 'office', india, '2028-02-29T17:30', 60, '2028-03-01T09:30'],
  ['February without a 29th', 'office', india, '2027-02-26T17:00', 360, '2027-03-01T10:00'],
  ['into a new year', 'office', india, '2026-12-31T17:00', 120, '2027-01-01T10:00'],
  ['across a break', 'lunch', india, '2026-03-09T12:00', 120, '2026-03-09T15:00'],
  ['from within a break', 'lunch', india, '2026-03-09T13:30', 30, '2026-03-09T14:30'],
  ['up to a break', 'lunch', india, '2026-03-09T12:00', 60, '2026-03-09T13:00'],
  ['from the start of a break', 'lunch', india, '2026-03-09T13:00', 1, '2026-03-09T14:01'],
  ['until evening', 'night', india, '2026-03-09T21:00', 60, '2026-03-09T23:00'],
  ['past midnight', 'night', india, '2026-03-09T23:00', 120, '2026-03-10T01:00'],
  ['from morning to night', 'night', india, '2026-03-09T05:30', 60, '2026-03-09T22:30'],
  ['around the clock', 'always', india, '2026-03-09T23:30', 60, '2026-03-10T00:30'],
  ['over the skipped hour', 'always', newYork, '2026-03-08T01:30', 60, '2026-03-08T03:30'],
  ['a day of 23 hours', 'always', newYork, '2026-03-08T00:00', 1440, '2026-03-09T01:00'],
  ['over the repeated hour', 'always', newYork, '2026-11-01T00:30', 210, '2026-11-01T03:00'],
  ['a day of 25 hours', 'always', newYork, '2026-11-01T00:00', 1440, '2026-11-01T23:00'],
  ['a weekend with a skipped hour', 'office', newYork, '2026-03-06T17:00', 360, '2026-03-09T10:00'],
  ['hours that begin in it', 'early', newYork, '2026-03-08T00:00', 150, '2026-03-08T06:00'],
  ['hours that lie within it', 'skipped', newYork, '2026-03-08T00:00', 60, '2026-03-09T03:00'],
  ['summer time in London', 'always', london, '2026-03-29T00:30', 60, '2026-03-29T02:30'],
])('%s', (_, calendar, zone, from, minutes, due) => {
  const time = workingTime(calendars[calendar], zone);
  const moment = time.add(at(from, zone), minutes * minute);
  expect(local(moment, zone)).toBe(due);
  expect(time.between(at(from, zone), moment)).toBe(minutes * minute);
  expect(time.between(moment, at(from, zone))).toBe(-minutes * minute + 0);
});

test.each([
  ['this morning, before opening', 'office', '2026-03-09T07:00', '2026-03-09T09:00'],
  ['at the moment of opening', 'office', '2026-03-09T09:00', '2026-03-09T09:00'],
  ['tomorrow, during hours', 'office', '2026-03-09T09:01', '2026-03-10T09:00'],
  ['Monday, from Saturday', 'office', '2026-03-14T10:00', '2026-03-16T09:00'],
  ['after a holiday', 'office', '2026-01-24T12:00', '2026-01-27T09:00'],
  ['tomorrow, and not after a break', 'lunch', '2026-03-09T10:00', '2026-03-10T09:00'],
] as const)('the next working day opens %s', (_, calendar, from, opening) => {
  const time = workingTime(calendars[calendar], india);
  expect(local(time.nextOpening(at(from, india)), india)).toBe(opening);
});

const zones = [india, newYork, london, 'Australia/Lord_Howe', 'America/Havana', 'Pacific/Apia'];

const twoDigits = (number: number) => String(number).padStart(2, '0');
const time = fc
  .integer({ min: 0, max: 96 })
  .map((quarters) => `${twoDigits(quarters >> 2)}:${twoDigits((quarters % 4) * 15)}`);
const hours = fc
  .uniqueArray(time, { maxLength: 4 })
  .map((times) => times.toSorted())
  .map(
    (times): Hours =>
      times.flatMap((from, index) => {
        const to = times[index + 1];
        return index % 2 === 0 && to !== undefined ? [span(from, to)] : [];
      }),
  );
const start = Date.UTC(2027, 11, 1);
const moment = fc
  .integer({ min: 0, max: 400 * 24 * 60 })
  .map((minutes) => start + minutes * minute);
// Two such durations must end within the days that a calculation covers, even with 15 working minutes a week.
const duration = fc.integer({ min: 0, max: 3_000 }).map((minutes) => minutes * minute);

const calendar = fc
  .record({
    hours: fc.tuple(hours, hours, hours, hours, hours, hours, hours),
    // These hours make sure that at least one day is open.
    open: hours.filter((spans) => spans.length > 0),
    days: fc.uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 400 }), hours }), {
      maxLength: 20,
      selector: ({ at: day }) => day,
    }),
    zone: fc.constantFrom(...zones),
  })
  .map(({ hours: given, open, days, zone }) => ({
    zone,
    week: {
      ...(Object.fromEntries(weekdays.map((day, index) => [day, given[index]])) as Week),
      wed: open,
    },
    days: days.map((one) => ({
      day: new Date(start + one.at * 86_400_000).toISOString().slice(0, 10),
      hours: one.hours,
    })),
  }));

test('a later start or a longer time is never due earlier', () => {
  fc.assert(
    fc.property(calendar, moment, moment, duration, duration, (given, a, b, short, long) => {
      const { add } = workingTime(given, given.zone);
      const [first, second] = [Math.min(a, b), Math.max(a, b)];
      expect(add(first, short)).toBeLessThanOrEqual(add(second, short));
      const [less, more] = [Math.min(short, long), Math.max(short, long)];
      expect(add(first, less)).toBeLessThanOrEqual(add(first, more));
    }),
  );
});

test('durations add up', () => {
  fc.assert(
    fc.property(calendar, moment, duration, duration, (given, from, a, b) => {
      const { add, between } = workingTime(given, given.zone);
      const due = add(from, a + b);
      expect(add(add(from, a), b)).toBe(due);
      expect(between(from, due)).toBe(a + b);
    }),
  );
  fc.assert(
    fc.property(calendar, moment, moment, moment, (given, a, b, c) => {
      const { between } = workingTime(given, given.zone);
      expect(between(a, b) + between(b, c)).toBe(between(a, c));
    }),
  );
});

test('no due time is outside working hours', () => {
  fc.assert(
    fc.property(calendar, moment, duration, (given, from, length) => {
      const due = Temporal.Instant.fromEpochMilliseconds(
        workingTime(given, given.zone).add(from, length),
      ).toZonedDateTimeISO(given.zone);
      // Leaves out days with a clock change, because the hours of such a day may begin later than stated.
      fc.pre(due.hoursInDay === 24);
      const isWithin = (day: Temporal.PlainDate, clock: string) => {
        const own = given.days.find((one) => one.day === day.toString())?.hours;
        const spans = own ?? given.week[weekdays[day.dayOfWeek - 1] ?? 'sun'];
        return spans.some(({ from: opens, to: closes }) => opens <= clock && clock <= closes);
      };
      const clock = due.toPlainTime().toString({ smallestUnit: 'minute' });
      const day = due.toPlainDate();
      expect(
        isWithin(day, clock) || (clock === '00:00' && isWithin(day.subtract({ days: 1 }), '24:00')),
      ).toBe(true);
    }),
  );
});

test('a day is looked up once for a page of applicants that are a year late', () => {
  const days = vi.spyOn(Temporal.PlainDate, 'from');
  const time = workingTime(calendars.office, india);
  const now = at('2026-03-09T10:00', india);
  for (let row = 0; row < 100; row += 1) time.between(now, now - (row + 365 * 1440) * minute);
  expect(days.mock.calls.length).toBeLessThanOrEqual(367);
  days.mockRestore();
});
