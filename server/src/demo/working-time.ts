import { dayIn } from '../domain/clock/days.ts';

const hour = 3_600_000;

/**
 * The demo's working hours, from Monday to Friday. They begin at half past nine, because a visit begins up to
 * half an hour before it is sent, and no event should be before nine.
 */
export const workingHours = { from: '09:30', to: '18:00' };

export const workingDay = 8.5 * hour;

interface Span {
  start: number;
  end: number;
}

/**
 * Calculates with the demo's working time in a time zone. Nights and weekends do not count, so the gaps
 * between the events of a story are the same whenever the demo is loaded.
 */
export function workingTime(timeZone: string) {
  const spans = new Map<string, Span | null>();

  function spanOf(day: Temporal.PlainDate): Span | null {
    const known = spans.get(day.toString());
    if (known !== undefined) return known;
    const at = (plainTime: string) =>
      day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
    const span =
      day.dayOfWeek > 5 ? null : { start: at(workingHours.from), end: at(workingHours.to) };
    spans.set(day.toString(), span);
    return span;
  }

  function add(moment: Date, milliseconds: number): Date {
    const from = moment.getTime();
    const isBack = milliseconds <= 0;
    let left = Math.abs(milliseconds);
    let day = dayIn(timeZone, from);
    for (;;) {
      const span = spanOf(day);
      if (span) {
        const start = isBack ? span.start : Math.max(span.start, from);
        const end = isBack ? Math.min(span.end, from) : span.end;
        if (start <= end && left <= end - start)
          return new Date(isBack ? end - left : start + left);
        left -= Math.max(0, end - start);
      }
      day = day.add({ days: isBack ? -1 : 1 });
    }
  }

  return { add };
}

export type WorkingTime = ReturnType<typeof workingTime>;
