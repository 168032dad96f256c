import { expect, test } from 'vitest';
import { addCalendar, type Hours, weekdays } from './calendars.ts';

const span = (from: string, to: string) => ({ from, to });
const calendar = (mon: Hours, days: object[] = []) => {
  const week = Object.fromEntries(weekdays.map((day) => [day, day === 'mon' ? mon : []]));
  return { name: ' Pune ', week, days };
};
const messagesOf = (sent: object) =>
  addCalendar.body.safeParse(sent).error?.issues.map(({ message }) => message) ?? [];

test.each([
  ['five hours until midnight', [span('19:00', '24:00')], undefined],
  [
    'a minute less than five hours',
    [span('19:01', '24:00')],
    'A week must have at least 5 working hours',
  ],
  ['two periods with a break', [span('09:00', '13:00'), span('13:01', '18:00')], undefined],
  [
    'two periods without a break',
    [span('09:00', '13:00'), span('13:00', '18:00')],
    'Periods of working hours must be in order, with a break between them',
  ],
  [
    'a period that ends when it begins',
    [span('08:00', '08:00'), span('09:00', '18:00')],
    'Working hours must end after they begin',
  ],
  ['a time after midnight', [span('09:00', '24:01')], 'to must be a time, HH:MM'],
])('checks the hours of a day: %s', (_, hours, message) => {
  expect(messagesOf(calendar(hours))).toEqual(message === undefined ? [] : [message]);
});

test('a calendar has a name', () => {
  const hours = [span('09:00', '18:00')];
  const named = (name: string) => messagesOf({ ...calendar(hours), name });
  expect([named(' '), named('P')]).toEqual([['Name the calendar'], []]);
});

test('a calendar lists each day once', () => {
  const day = { day: '2026-01-26', name: 'Republic Day', hours: [] };
  const hours = [span('09:00', '18:00')];
  expect(messagesOf(calendar(hours, [day, { ...day, day: '2026-01-27' }]))).toEqual([]);
  expect(messagesOf(calendar(hours, [day, day]))).toEqual(['A day is listed twice']);
});
