import type { CalendarDay, Hours, Week } from '@doorstep/contract/lenders/calendars';
import { weekdays } from '@doorstep/contract/lenders/calendars';

/** The working hours of an office by weekday, and the days with other hours or none. */
export interface WorkingHours {
  week: Week;
  days: readonly Pick<CalendarDay, 'day' | 'hours'>[];
}

/** A period. Its times are in milliseconds since 1970. */
interface Span {
  start: number;
  end: number;
}

export const minute = 60_000;
/** The maximum number of days in a calculation, because a calendar may have hardly any working hours. */
const mostDays = 3_660;

interface WorkingDay {
  start: number;
  spans: Span[];
  length: number;
}

const dayLength = 86_400_000;

/**
 * Calculates with the working time of an office in a time zone. Caches each day by its number since 1970,
 * because a page of applicants that are a year late needs tens of thousands of days.
 */
export function workingTime({ week, days }: WorkingHours, timeZone: string) {
  const special = new Map(days.map(({ day, hours }) => [day, hours]));
  const known = new Map<number, WorkingDay>();

  /** A span is left out if it lies in the hour that summer time skips. */
  function workingDay(number: number): WorkingDay {
    const cached = known.get(number);
    if (cached) return cached;
    const day = Temporal.PlainDate.from(
      new Date(number * dayLength).toISOString().slice(0, 'YYYY-MM-DD'.length),
    );
    const hours = special.get(day.toString()) ?? week[weekdays[day.dayOfWeek - 1] ?? 'sun'];
    let before = Number.NEGATIVE_INFINITY;
    const spans = hours.flatMap(({ from, to }: Hours[number]) => {
      const span = { start: Math.max(before, at(day, from)), end: at(day, to) };
      if (span.end <= span.start) return [];
      before = span.end;
      return [span];
    });
    const length = spans.reduce((sum, { start, end }) => sum + end - start, 0);
    const found = { start: at(day, '00:00'), spans, length };
    known.set(number, found);
    return found;
  }

  const at = (day: Temporal.PlainDate, time: string) =>
    (time === '24:00'
      ? day.add({ days: 1 }).toZonedDateTime(timeZone)
      : day.toZonedDateTime({ timeZone, plainTime: time })
    ).epochMilliseconds;

  /** Starts with the next day in UTC, because no time zone is more than a day ahead of UTC. */
  const dayOf = (moment: number) => {
    let number = Math.floor(moment / dayLength) + 1;
    while (workingDay(number).start > moment) number -= 1;
    return number;
  };

  /**
   * Adds working time to a moment. If the moment is outside working hours, the working time starts at the
   * next opening.
   */
  function add(moment: number, milliseconds: number): number {
    let left = milliseconds;
    const first = dayOf(moment);
    let end = moment;
    for (let day = first; day < first + mostDays; day += 1) {
      for (const span of workingDay(day).spans) {
        const start = Math.max(span.start, moment);
        if (start > span.end) continue;
        if (start + left <= span.end) return start + left;
        left -= span.end - start;
        end = span.end;
      }
    }
    return end;
  }

  function between(from: number, to: number): number {
    if (to < from) return 0 - between(to, from);
    let sum = 0;
    const [first, last] = [dayOf(from), dayOf(to)];
    for (let day = first; day <= last; day += 1) {
      const { spans, length } = workingDay(day);
      if (first < day && day < last) sum += length;
      else {
        for (const { start, end } of spans) {
          sum += Math.max(0, Math.min(end, to) - Math.max(start, from));
        }
      }
    }
    return sum;
  }

  /** Returns the next start of a working day. The end of a break does not count as an opening. */
  function nextOpening(moment: number): number {
    const first = dayOf(moment);
    for (let day = first; day < first + mostDays; day += 1) {
      const [span] = workingDay(day).spans;
      if (span && span.start >= moment) return span.start;
    }
    return moment;
  }

  return { add, between, nextOpening };
}

export type WorkingTime = ReturnType<typeof workingTime>;
