import {
  type Calendar,
  type CalendarDay,
  type Week,
  weekdays,
} from '@doorstep/contract/lenders/calendars';
import { readHours, writeHours } from './hours.ts';

export type WeekDraft = Record<(typeof weekdays)[number], string>;

type CalendarDraft = WeekDraft & { name: string; days: CalendarDay[] };

const office = '09:30-18:30';

export const newCalendar: CalendarDraft = {
  ...{ name: '', days: [] },
  ...{ mon: office, tue: office, wed: office, thu: office, fri: office },
  ...{ sat: '09:30-14:00', sun: '' },
};

export const draftOf = ({ name, week, days }: Calendar): CalendarDraft => ({
  name,
  ...(Object.fromEntries(weekdays.map((day) => [day, writeHours(week[day])])) as WeekDraft),
  days: inOrder(days),
});

/** Sorts days by date. If a date occurs twice, the later entry counts. */
export function inOrder(days: readonly CalendarDay[]): CalendarDay[] {
  const byDay = new Map(days.map((one) => [one.day, one] as const));
  return [...byDay.values()].toSorted((a, b) => a.day.localeCompare(b.day));
}

/** Reads the typed hours of each weekday. `problems` has an error text for each invalid weekday. */
export function readWeek(draft: WeekDraft): { week: Week; problems: Record<string, string> } {
  const read = weekdays.map((day) => [day, readHours(draft[day])] as const);
  return {
    week: Object.fromEntries(
      read.map(([day, found]) => [day, 'hours' in found ? found.hours : []]),
    ) as Week,
    problems: Object.fromEntries(
      read.flatMap(([day, found]) => ('problem' in found ? [[day, found.problem]] : [])),
    ),
  };
}
