import {
  type Calendar,
  type CalendarDay,
  type Week,
  weekdays,
} from '@doorstep/contract/lenders/calendars';
import { readHours, writeHours } from './hours.ts';

/** The hours of each weekday as they are typed. */
export type WeekDraft = Record<(typeof weekdays)[number], string>;

type CalendarDraft = WeekDraft & { name: string; days: CalendarDay[] };

const office = '09:30-18:30';

/** The week of a bank, to begin with. */
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

/** Days in order, the last given of each. */
export function inOrder(days: readonly CalendarDay[]): CalendarDay[] {
  const byDay = new Map(days.map((one) => [one.day, one] as const));
  return [...byDay.values()].toSorted((a, b) => a.day.localeCompare(b.day));
}

/** The typed week, and what is wrong with its days by their names. */
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
