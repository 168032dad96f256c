const withoutOffset = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?$/;

/**
 * Returns the moment, and the time zone in which to show it. A time without an offset is the provider's local
 * time. It is read and shown as UTC, so that it stays the same. Null if the text is not a time.
 */
export function readMoment(
  text: string,
  providersZone: string,
): { moment: Date; timeZone: string } | null {
  const [, day, time = '00:00'] = withoutOffset.exec(text) ?? [];
  const moment = new Date(day ? `${day}T${time}Z` : text);
  return Number.isNaN(moment.getTime()) ? null : { moment, timeZone: day ? 'UTC' : providersZone };
}
