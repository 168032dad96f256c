const withoutOffset = /^(\d{4}-\d\d-\d\d)(?:[T ]([\d:.]+))?$/;

/**
 * A moment as a backend gives it, and the zone to show it in: one without an offset is what the provider's clock showed.
 * Null where it is none.
 */
export function readMoment(
  text: string,
  providersZone: string,
): { moment: Date; timeZone: string } | null {
  const [, day, time = '00:00'] = withoutOffset.exec(text) ?? [];
  const moment = new Date(day ? `${day}T${time}Z` : text);
  return Number.isNaN(moment.getTime()) ? null : { moment, timeZone: day ? 'UTC' : providersZone };
}
