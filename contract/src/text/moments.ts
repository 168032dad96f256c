const withoutOffset = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?$/;

/**
 * Reads a moment from a backend, and the zone to show it in: without an offset it is the time of the
 * provider's clock. Null if it is invalid.
 */
export function readMoment(
  text: string,
  providersZone: string,
): { moment: Date; timeZone: string } | null {
  const [, day, time = '00:00'] = withoutOffset.exec(text) ?? [];
  const moment = new Date(day ? `${day}T${time}Z` : text);
  return Number.isNaN(moment.getTime()) ? null : { moment, timeZone: day ? 'UTC' : providersZone };
}
