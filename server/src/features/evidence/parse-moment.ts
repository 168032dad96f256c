/**
 * Parses a moment. A text with only a day means the start of this day in the time zone. Returns null for an
 * invalid text.
 */
export function parseMoment(text: string, timeZone: string): Date | null {
  try {
    const at = /^\d{4}-\d\d-\d\d$/.test(text)
      ? Temporal.PlainDate.from(text).toZonedDateTime(timeZone).epochMilliseconds
      : Date.parse(text);
    return Number.isNaN(at) ? null : new Date(at);
  } catch {
    return null;
  }
}
