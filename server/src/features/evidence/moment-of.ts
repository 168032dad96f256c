/** The moment of a text, a bare day's in this time zone; null where it is none. */
export function momentOf(text: string, timeZone: string): Date | null {
  try {
    const at = /^\d{4}-\d\d-\d\d$/.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone).epochMilliseconds
      : Date.parse(text);
    return Number.isNaN(at) ? null : new Date(at);
  } catch {
    return null;
  }
}
