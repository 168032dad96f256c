import type { CalendarDay, Hours, Week } from '@doorstep/contract/lenders/calendars';
import { weekdays } from '@doorstep/contract/lenders/calendars';

/** When an office works: its hours by weekday, and days with other hours or none. */
export interface WorkingHours {
  week: Week;
  days: readonly Pick<CalendarDay, 'day' | 'hours'>[];
}

/** Moments as milliseconds since 1970. */
interface Span {
  start: number;
  end: number;
}

export const minute = 60_000;
/** A due time further away than this is cut: no calendar may keep the server calculating. */
const mostDays = 3_660;

/** Calculates with the working time of an office in a time zone. A day's hours are looked up once. */
export function workingTime({ week, days }: WorkingHours, timeZone: string) {
  const special = new Map(days.map(({ day, hours }) => [day, hours]));
  const known = new Map<string, Span[]>();

  /** The spans of a day, in order; a span within an hour that summer time skips is none. */
  function spansOf(day: Temporal.PlainDate): Span[] {
    const key = day.toString();
    const cached = known.get(key);
    if (cached) return cached;
    const hours = special.get(key) ?? week[weekdays[day.dayOfWeek - 1] ?? 'sun'];
    let before = Number.NEGATIVE_INFINITY;
    const spans = hours.flatMap(({ from, to }: Hours[number]) => {
      const span = { start: Math.max(before, at(day, from)), end: at(day, to) };
      if (span.end <= span.start) return [];
      before = span.end;
      return [span];
    });
    known.set(key, spans);
    return spans;
  }

  const at = (day: Temporal.PlainDate, time: string) =>
    (time === '24:00'
      ? day.add({ days: 1 }).toZonedDateTime(timeZone)
      : day.toZonedDateTime({ timeZone, plainTime: time })
    ).epochMilliseconds;

  const dayOf = (moment: number) =>
    Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(timeZone).toPlainDate();

  /** The moment at which so much working time has passed; outside working hours it starts at the next opening. */
  function add(moment: number, milliseconds: number): number {
    let left = milliseconds;
    let day = dayOf(moment);
    let end = moment;
    for (let count = 0; count < mostDays; count += 1, day = day.add({ days: 1 })) {
      for (const span of spansOf(day)) {
        const start = Math.max(span.start, moment);
        if (start > span.end) continue;
        if (start + left <= span.end) return start + left;
        left -= span.end - start;
        end = span.end;
      }
    }
    return end;
  }

  /** The working time from one moment to another, negative if that is earlier. */
  function between(from: number, to: number): number {
    if (to < from) return 0 - between(to, from);
    let sum = 0;
    const last = dayOf(to);
    for (
      let day = dayOf(from);
      Temporal.PlainDate.compare(day, last) <= 0;
      day = day.add({ days: 1 })
    ) {
      for (const { start, end } of spansOf(day)) {
        sum += Math.max(0, Math.min(end, to) - Math.max(start, from));
      }
    }
    return sum;
  }

  /** The next moment at which a working day begins: the opening after a break within a day is none. */
  function nextOpening(moment: number): number {
    let day = dayOf(moment);
    for (let count = 0; count < mostDays; count += 1, day = day.add({ days: 1 })) {
      const [first] = spansOf(day);
      if (first && first.start >= moment) return first.start;
    }
    return moment;
  }

  return { add, between, nextOpening };
}

export type WorkingTime = ReturnType<typeof workingTime>;
