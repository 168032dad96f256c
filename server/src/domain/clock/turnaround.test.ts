import { type Week, weekdays } from '@doorstep/contract/lenders/calendars';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deadlinesOf, postpone, ruleFinder } from './turnaround.ts';
import { minute, workingTime } from './working-time.ts';

type Condition = string | null;
const rule = (
  ...[id, product_type, visit_type, pin_prefix]: [number, Condition, Condition, Condition]
) => ({ id, product_type, visit_type, pin_prefix, valid_from: '2026-01-01' });

const rules = [
  rule(1, null, null, null),
  rule(2, 'Home Loan', null, null),
  rule(3, null, 'RESIDENCE', null),
  rule(4, null, null, '411'),
  rule(5, null, null, '4110'),
  rule(6, 'Home Loan', 'RESIDENCE', null),
  rule(7, null, 'OFFICE', '411'),
  rule(8, 'Gold Loan', 'OFFICE', '411'),
  { ...rule(9, null, null, null), valid_from: '2026-06-01' },
  rule(10, 'Home Loan', null, '41'),
];

test.each([
  ['the general one', 'Auto', 'SHOP', '560001', '2026-03-01', 1],
  ['none before its first day', 'Auto', 'SHOP', '560001', '2025-12-31', undefined],
  ['the later version from its first day', 'Auto', 'SHOP', '560001', '2026-06-01', 9],
  ['by product', 'Home Loan', 'SHOP', '560001', '2026-03-01', 2],
  ['by product in another spelling', 'home-loan', 'SHOP', '560001', '2026-03-01', 2],
  ['by visit type in another spelling', 'Auto', 'Residence Visit', '560001', '2026-03-01', 3],
  ['by visit type in a short spelling', 'Auto', 'RESI VISIT', '560001', '2026-03-01', 3],
  ['the one of an office to a second office', 'Auto', 'OFFICE 2', '411201', '2026-03-01', 7],
  ['by pin prefix', 'Auto', 'SHOP', '411201', '2026-03-01', 4],
  ['the longer pin prefix', 'Auto', 'SHOP', '411001', '2026-03-01', 5],
  ['a pin prefix rather than a visit type', 'Auto', 'RESIDENCE', '411001', '2026-03-01', 5],
  ['two conditions rather than one', 'Home Loan', 'RESIDENCE', '560001', '2026-03-01', 6],
  ['of two of two, that with a pin prefix', 'Home Loan', 'RESIDENCE', '411001', '2026-03-01', 10],
  ['three conditions', 'Gold Loan', 'OFFICE', '411001', '2026-03-01', 8],
] as const)('applies %s', (_, product_type, visit_type, pin_code, day, id) => {
  expect(ruleFinder(rules)({ product_type, visit_type, pin_code }, day)?.id).toBe(id);
});

test('of equally many conditions, a product wins over a visit type, then the later first day, then the newer rule', () => {
  const auto = { product_type: 'Auto', visit_type: 'SHOP', pin_code: '411001' };
  const idOf = (...given: typeof rules) => ruleFinder(given)(auto, '2026-03-01')?.id;
  const product = rule(2, 'Auto', null, null);
  expect(idOf(rule(3, null, 'SHOP', null), product)).toBe(2);
  expect(idOf(product, { ...rule(1, 'Auto', null, null), valid_from: '2026-02-01' })).toBe(1);
  expect(idOf(product, rule(4, 'Auto', null, null))).toBe(4);
});

test('a rule may be typed with a short spelling, and for a second office only', () => {
  const find = ruleFinder([rule(1, null, 'RV', null), rule(2, null, 'Office Visit 2', null)]);
  const ofVisit = (visit_type: string) =>
    find({ product_type: '', visit_type, pin_code: '411001' }, '2026-03-01')?.id;
  expect(['RESIDENCE', 'OFFICE', 'OFFICE 2', 'BUSINESS'].map(ofVisit)).toEqual([
    ...[1, undefined, 2, undefined],
  ]);
});

const hours = [{ from: '09:00', to: '19:00' }];
const week = Object.fromEntries(weekdays.map((day) => [day, day === 'sun' ? [] : hours])) as Week;
const time = workingTime({ week, days: [] }, 'Asia/Kolkata');
const at = (local: string) =>
  Temporal.PlainDateTime.from(local).toZonedDateTime('Asia/Kolkata').epochMilliseconds;
const local = (moment: number) =>
  Temporal.Instant.fromEpochMilliseconds(moment)
    .toZonedDateTimeISO('Asia/Kolkata')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
const inWords = (given: object) =>
  Object.fromEntries(Object.entries(given).map(([name, moment]) => [name, local(moment)]));

const tenHours = { minutes: 600, starts: 'received' } as const;

test('warns when 50, 75 and 90 % of the working time has passed', () => {
  expect(inWords(deadlinesOf(tenHours, time, at('2026-03-09T14:00')))).toEqual({
    unassigned: '2026-03-09T19:00',
    unvisited: '2026-03-10T11:30',
    undecided: '2026-03-10T13:00',
    due: '2026-03-10T14:00',
  });
});

test('counts from the next opening if the rule requires it', () => {
  const fromOpening = { minutes: 600, starts: 'opening' } as const;
  const { due } = deadlinesOf(fromOpening, time, at('2026-03-09T14:00'));
  expect(local(due)).toBe('2026-03-10T19:00');
});

test.each([
  ['within a day, by its length', '2026-03-10T10:00', '2026-03-10T12:00', '2026-03-10T16:00'],
  ['of a night, by its working time', '2026-03-09T18:00', '2026-03-10T10:00', '2026-03-10T16:00'],
  ['across a Sunday', '2026-03-14T18:00', '2026-03-16T10:00', '2026-03-10T14:00'],
  ['at night, not at all', '2026-03-09T20:00', '2026-03-10T08:00', '2026-03-10T14:00'],
  ['that ends after the due time', '2026-03-10T13:00', '2026-03-11T13:00', '2026-03-11T14:00'],
  ['that begins before receipt', '2026-03-09T10:00', '2026-03-09T15:00', '2026-03-10T15:00'],
])('moves the due time for a pause %s', (_, from, to, due) => {
  const pause = { from: at(from), to: at(to) };
  expect(local(deadlinesOf(tenHours, time, at('2026-03-09T14:00'), [pause]).due)).toBe(due);
});

test('a pause moves only the warnings after its start', () => {
  const pause = { from: at('2026-03-10T10:00'), to: at('2026-03-10T11:00') };
  expect(inWords(deadlinesOf(tenHours, time, at('2026-03-09T14:00'), [pause]))).toEqual({
    unassigned: '2026-03-09T19:00',
    unvisited: '2026-03-10T12:30',
    undecided: '2026-03-10T14:00',
    due: '2026-03-10T15:00',
  });
});

test('adding pauses one by one gives the same result as all together', () => {
  const moment = fc
    .integer({ min: 0, max: 6_000 })
    .map((count) => at('2026-03-09T00:00') + count * minute);
  fc.assert(
    fc.property(
      moment,
      fc.integer({ min: 1, max: 3_000 }),
      fc.constantFrom('received' as const, 'opening' as const),
      fc.uniqueArray(moment, { minLength: 2, maxLength: 8 }),
      (received, minutes, starts, edges) => {
        const given = { minutes, starts };
        const sorted = edges.toSorted((a, b) => a - b);
        const pauses = sorted.flatMap((from, index) =>
          index % 2 === 0 ? [{ from, to: sorted[index + 1] ?? from }] : [],
        );
        const oneByOne = pauses.reduce(
          (deadlines, pause) => postpone(given, time, received, deadlines, pause),
          deadlinesOf(given, time, received),
        );
        expect(oneByOne).toEqual(deadlinesOf(given, time, received, pauses));
        // The working time from the start to the due time, minus the pauses, is exactly the rule's working
        // time.
        const start = starts === 'opening' ? time.nextOpening(received) : received;
        const paused = pauses.reduce((sum, { from, to }) => {
          const [begins, ends] = [Math.max(from, start), Math.min(to, oneByOne.due)];
          return begins < ends ? sum + time.between(begins, ends) : sum;
        }, 0);
        expect(time.between(start, oneByOne.due) - paused).toBe(minutes * minute);
      },
    ),
  );
});
