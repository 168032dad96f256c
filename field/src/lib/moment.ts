/** Returns the UTC offset of a moment's local time, such as `+05:30`. */
export function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Returns the local date and time, such as `2026-11-22T10:05:30.250`. */
export const localTimeOf = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, -1);

/** Returns a moment as ISO 8601 with the phone's own UTC offset. */
export const momentOf = (date: Date): string => localTimeOf(date) + offsetOf(date);

/** Returns the number of calendar days from `now` to a moment, in the phone's time zone. */
export function daysAfter(moment: string | Date, now: Date): number {
  const day = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((day(new Date(moment)) - day(now)) / 86_400_000);
}
