import { config } from '../../../lib/config.ts';

/**
 * Returns a moment in the provider's time zone, in the format of a `datetime-local` input:
 * '2026-03-05T10:30'.
 */
export function onProvidersClock(moment: Date): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ dateStyle: 'short', timeStyle: 'short', timeZone: config().timeZone },
  });
  return format.format(moment).replace(' ', 'T');
}

/**
 * Returns the moment of a date and time in the provider's time zone, as ISO 8601. Undefined for an invalid
 * date.
 */
export function byProvidersClock(shown: string): string | undefined {
  const wanted = Date.parse(`${shown}Z`);
  if (Number.isNaN(wanted)) return undefined;
  let moment = wanted;
  // The first round uses the offset of `wanted` read as UTC. Near a change of the clocks, that offset may be
  // wrong; the second round uses the offset of the first result.
  for (let round = 0; round < 2; round += 1) {
    moment = wanted - (Date.parse(`${onProvidersClock(new Date(moment))}Z`) - moment);
  }
  return new Date(moment).toISOString();
}
