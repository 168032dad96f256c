import { expect, test } from 'vitest';
import { readHours, weekInWords, writeHours } from './hours.ts';
import { readHolidays } from './read-holidays.ts';

const diwali = { day: '2026-11-08', name: 'Diwali', hours: [] };
const problemIn = (text: string) => readHolidays(text).wrong[0]?.problem;

// Covers: lenders-3
test.each([
  '2026-11-08 Diwali',
  '8/11/2026, Diwali',
  '8 Nov 2026\tDiwali',
  '08-11-2026;Diwali',
  '8.11.2026 - Diwali',
  '8th November, 2026: Diwali',
  'Nov 8, 2026 Diwali',
  'Sunday, 8-Nov-2026, Diwali',
  '08-11-2026, Sunday, Diwali',
  '"2026/11/8","Diwali"',
  '\uFEFF2026-11-08,Diwali,',
])('reads the day and the name of %j', (line) => {
  expect(readHolidays(line)).toEqual({ days: [diwali], wrong: [] });
});

// Covers: lenders-3
test('reads the hours of a short day, and names with commas, digits and letters of India', () => {
  const { days, wrong } = readHolidays(
    [
      '2026-11-07, Diwali, Padwa, 09:00-13:00,,',
      '9 Nov 2026 दीपावली 9:30-11:00, 12.00 to 14.00',
      '2026-05-01 Maharashtra Day 2026',
    ].join('\r\n'),
  );
  expect(wrong).toEqual([]);
  expect(days).toEqual([
    { day: '2026-11-07', name: 'Diwali, Padwa', hours: [{ from: '09:00', to: '13:00' }] },
    {
      ...{ day: '2026-11-09', name: 'दीपावली' },
      hours: [
        { from: '09:30', to: '11:00' },
        { from: '12:00', to: '14:00' },
      ],
    },
    { day: '2026-05-01', name: 'Maharashtra Day 2026', hours: [] },
  ]);
});

// Covers: lenders-3
test('names each wrong line by its number, and what to do', () => {
  const text = ['Date,Holiday', '', '2026-11-08 Diwali', 'Holi 4 March 2026', '8 Nov 2026 Again'];
  expect(readHolidays(text.join('\n'))).toEqual({
    days: [diwali],
    wrong: [
      {
        ...{ line: 4, text: 'Holi 4 March 2026' },
        problem: 'Start the line with the date, such as 2026-11-08 or 8 Nov 2026.',
      },
      {
        ...{ line: 5, text: '8 Nov 2026 Again' },
        problem: 'Line 3 has the same day. Remove one of the two lines.',
      },
    ],
  });
  expect(problemIn('11/25/2026 Christmas')).toMatch(
    /^11\/25\/2026 is not a date\. Write the day before/,
  );
  expect(problemIn('29 Feb 2026 Leap')).toMatch(/is not a date/);
  expect(problemIn('8/11/0026 Diwali')).toMatch(/is not a date/);
  for (const short of ['8/11/26 Diwali', '8-Nov-26 Diwali'])
    expect(problemIn(short)).toBe('Write the year with four digits.');
  expect(problemIn('2026-11-08')).toBe('Write the name of the holiday after the date.');
  expect(problemIn(`2026-11-08 ${'a'.repeat(101)}`)).toMatch(/Shorten/);
  expect(problemIn('2026-11-08 Diwali 13:00-09:00')).toMatch(/must end after they begin/);
});

// Covers: lenders-3
test('reads no more days than a calendar may have', () => {
  const from = Date.UTC(2026, 0, 1);
  const lines = Array.from(
    { length: 1_001 },
    (_, index) => `${new Date(from + index * 86_400_000).toISOString().slice(0, 10)} Off`,
  );
  const { days, wrong } = readHolidays(lines.join('\n'));
  expect([days.length, wrong.length]).toEqual([1_000, 1]);
  expect(wrong[0]?.problem).toMatch(/at most 1000 days/);
});

test('reads hours as people write them, and writes them so that they are read again', () => {
  const hours = [
    { from: '09:30', to: '13:00' },
    { from: '14:00', to: '24:00' },
  ];
  expect(readHours('9.30 - 13, 14 to 24:00')).toEqual({ hours });
  expect(readHours(writeHours(hours))).toEqual({ hours });
  expect(readHours(' ')).toEqual({ hours: [] });
  for (const wrong of ['nine to five', '10-9', '9-12, 11-13', '25-26']) {
    expect(readHours(wrong), wrong).toHaveProperty('problem');
  }
});

test('a week in words puts days with the same hours together', () => {
  const long = [{ from: '09:30', to: '18:30' }];
  const week = { mon: long, tue: long, wed: long, thu: [], fri: long, sat: [], sun: [] };
  expect(weekInWords(week)).toBe('Mon-Wed 09:30-18:30; Fri 09:30-18:30');
});
