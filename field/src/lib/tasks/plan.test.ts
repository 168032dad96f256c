import { expect, test } from 'vitest';
import { task } from '../../testing/phone.ts';
import { byPlan, type PlannedTask, sectionOf } from './plan.ts';

const now = new Date('2026-03-12T09:00:00+05:30');
const [today, tomorrow] = ['2026-03-12T18:00:00+05:30', '2026-03-13T10:00:00+05:30'];
let made = 0;
const planned = (due_at: string | null, tryAgainAt: string | null): PlannedTask => {
  made += 1;
  return { ...task, id: made, due_at, tryAgainAt, isAppointment: false };
};

// Covers: field-app-14
test.each([
  [null, null, 'anyTime'],
  [today, null, 'due'],
  [tomorrow, null, 'tomorrow'],
  [null, today, 'due'],
  [null, tomorrow, 'tomorrow'],
  // No one opened the door today, so the agent tries again tomorrow.
  [today, tomorrow, 'tomorrow'],
  [tomorrow, today, 'due'],
  [null, '2026-03-15T10:00:00+05:30', 'later'],
  // The agent did not try again at the planned time.
  [null, '2026-03-11T18:00:00+05:30', 'due'],
] as const)('due at %s, to be tried again at %s: %s', (due, again, section) => {
  expect(sectionOf(planned(due, again), now)).toBe(section);
});

// Covers: field-app-14
test('sorts the day by deadline or time to try again, whichever is earlier', () => {
  const tasks = [
    planned(null, tomorrow),
    planned(null, null),
    planned(today, null),
    planned(today, '2026-03-12T17:00:00+05:30'),
    {
      ...planned(tomorrow, null),
      sent_back: { at: today, reasons: [], note: '', photos_wanted: [] },
    },
  ];
  const [later, anyTime, due, again, sentBack] = tasks;
  expect(tasks.toSorted((a, b) => byPlan(a, b, now))).toEqual([
    sentBack,
    again,
    due,
    anyTime,
    later,
  ]);
});
