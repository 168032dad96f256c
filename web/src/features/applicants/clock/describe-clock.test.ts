import type { ClockDetails } from '@doorstep/contract/clock';
import { expect, test } from 'vitest';
import { describeClock } from './describe-clock.ts';

const at = '2026-03-05T05:00:00.000Z';
const rule = {
  ...({ minutes: 1_470, starts: 'received', calendar: 'Mumbai' } as const),
  ...{
    product_type: 'Home Loan',
    visit_type: 'OFFICE',
    pin_prefix: '411',
    valid_from: '2026-01-01',
  },
};
const anyCase = { product_type: null, visit_type: null, pin_prefix: null };
const details: ClockDetails = {
  ...{ lender: 'HDFC', stopped_at: null, rule, received_at: at, is_received_by_hand: false },
  ...{ withdrawn_at: null, pauses: [] },
};
const described = (fields: Partial<ClockDetails>) =>
  describeClock({ clock_details: { ...details, ...fields } }).map(
    ({ label, value }) => `${label}: ${value}`,
  );

test.each([
  [rule, '24 h 30 min from receipt: Home Loan, OFFICE, pin 411…; calendar Mumbai'],
  [
    { ...rule, ...anyCase, minutes: 120, starts: 'opening' as const },
    '2 h from the next opening of a working day; calendar Mumbai',
  ],
  [{ ...rule, ...anyCase, minutes: 45 }, '45 min from receipt; calendar Mumbai'],
])('describes a rule: %o', (one, words) => {
  expect(described({ rule: one })[2]).toBe(`Rule: ${words}`);
});

test('describes the receipt, a withdrawal and pauses', () => {
  const pause = { because: 'lender_query' as const, from: at, by: 'Meera' };
  const pauses = [
    { ...pause, to: '2026-03-05T06:00:00.000Z' },
    { ...pause, to: null },
  ];
  expect(described({ is_received_by_hand: true, rule: null, withdrawn_at: at, pauses })).toEqual([
    'Lender: HDFC',
    'Due: No rule applies',
    'Received At: Mar 5, 2026, 10:30 AM · entered by hand',
    'Withdrawn At: Mar 5, 2026, 10:30 AM',
    'Pause 1: Mar 5, 2026, 10:30 AM to Mar 5, 2026, 11:30 AM: Question to the lender, by Meera',
    'Pause 2: Mar 5, 2026, 10:30 AM to now: Question to the lender, by Meera',
  ]);
  expect(describeClock({ clock_details: undefined })).toEqual([]);
});
