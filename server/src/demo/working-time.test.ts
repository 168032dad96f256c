import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoCases } from './cases/cases.ts';
import { addSuspiciousVisits } from './cases/suspicious-visits.ts';
import { doorTimes } from './cases/visits.ts';
import { inOfficeHours } from './testing/office-hours.ts';
import { workingDay, workingTime } from './working-time.ts';

const zones = [
  ...['Asia/Kolkata', 'UTC', 'America/Los_Angeles', 'Europe/London', 'Pacific/Auckland'],
  // These zones have half-hour clock changes, midnights that don't exist, or extreme offsets.
  ...['Australia/Lord_Howe', 'America/Santiago', 'Africa/Cairo', 'Pacific/Kiritimati'],
  ...['Pacific/Pago_Pago', 'Asia/Kathmandu', 'America/St_Johns'],
];
const start = fc.record({
  now: fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
  timeZone: fc.constantFrom(...zones),
});
const examples: [{ now: Date; timeZone: string }][] = [
  [{ now: new Date('2026-03-08T10:00:00Z'), timeZone: 'America/Los_Angeles' }],
  [{ now: new Date('2026-10-25T01:30:00Z'), timeZone: 'Europe/London' }],
  [{ now: new Date('2026-11-21T21:30:00Z'), timeZone: 'Asia/Kolkata' }],
  [{ now: new Date('2027-01-01T00:00:00Z'), timeZone: 'Pacific/Kiritimati' }],
];

// Covers: demo-1
test('subtracted working time adds up and is always within working hours', () => {
  fc.assert(
    fc.property(start, fc.integer({ min: 0, max: 40 * workingDay }), ({ now, timeZone }, ago) => {
      const { add } = workingTime(timeZone);
      const latest = add(now, 0);
      const then = add(now, -ago);
      expect(latest.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(inOfficeHours(then, timeZone)).toBe(true);
      expect(add(then, -1000).getTime()).toBeLessThan(then.getTime());
      // `add(then, ago)` may be the end of a day, and `latest` the start of the next day. No working time is
      // between the two, so going back from either must lead to `then`.
      expect(add(add(then, ago), -ago)).toEqual(then);
    }),
    { numRuns: 300 },
  );
});

// Covers: demo-1
test('every time of the demo is within working hours and in the order of its story', () => {
  fc.assert(
    fc.property(start, ({ now, timeZone }) => {
      for (const story of addSuspiciousVisits(demoCases(now, workingTime(timeZone)))) {
        const { createdAt, visit } = story;
        const events = [createdAt];
        if (visit) {
          const { arrivedAt, leftAt } = doorTimes(visit);
          const own = visit.photos.filter(({ isFromFiles }) => !isFromFiles);
          const first = doorTimes({ ...visit, submittedAt: visit.triedAt });
          events.push(first.arrivedAt, visit.triedAt, arrivedAt);
          events.push(...own.map(({ takenAt }) => takenAt), leftAt, visit.submittedAt);
          if (visit.decidedAt) events.push(visit.decidedAt);
        }
        const moments = events.map((event) => event.getTime());
        expect(moments).toEqual(moments.toSorted((a, b) => a - b));
        expect(moments.at(-1)).toBeLessThanOrEqual(now.getTime());
        expect(events.filter((event) => !inOfficeHours(event, timeZone))).toEqual([]);
      }
    }),
    { numRuns: 60, examples },
  );
});

test('the stories are the same whenever the demo is loaded', () => {
  const told = (now: string, timeZone: string) =>
    demoCases(new Date(now), workingTime(timeZone)).map(({ createdAt: _, visit, ...rest }) => ({
      ...rest,
      visit: visit && [visit.story, visit.photos.map(({ picture }) => picture)],
    }));
  expect(told('2026-03-01T03:00:00Z', 'Asia/Kolkata')).toEqual(
    told('2026-10-31T12:00:00Z', 'America/Los_Angeles'),
  );
});
