import { config } from '../../../lib/config.ts';

/** Returns a moment in the provider's time zone, in the format of a date-and-time input: '2026-03-05T10:30'. */
export function onProvidersClock(moment: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: config().timeZone },
  });
  return format.format(moment).replace(' ', 'T');
}

/** The moment at which the provider's clocks show a day and time, as ISO 8601; undefined where it is none. */
export function byProvidersClock(shown: string): string | undefined {
  const wanted = Date.parse(`${shown}Z`);
  if (Number.isNaN(wanted)) return undefined;
  let moment = wanted;
  // The second round knows on which side of a change of clocks it is.
  for (let round = 0; round < 2; round += 1) {
    moment = wanted - (Date.parse(`${onProvidersClock(new Date(moment))}Z`) - moment);
  }
  return new Date(moment).toISOString();
}
