import type { Fix } from '@doorstep/contract/visits/manifest';
import { surelyApart } from '../../compare.ts';
import type { Check } from '../../finding.ts';
import { duration } from '../../format.ts';
import { placeOf, recordedFixes, timeBetween } from './recorded-fixes.ts';

/**
 * The minimum time between the first and the last reading, in milliseconds. Readings at nearly the same
 * moment may be one and the same position.
 */
const leastSpan = 20_000;

/**
 * Finds a place that repeats to the last digit, which a satellite position never does. A Wi-Fi position has
 * no altitude and may repeat a few times.
 */
export const frozen: Check = {
  id: 'gps.frozen',
  version: 3,
  find: (one, { frozenFixes, flatFixes, frozenExactM, apartM }) => {
    const { place } = one.visit;
    // Ignores GPS fixes from elsewhere, because the agent may have started the visit on the way.
    const fixes = recordedFixes(one).filter(
      (fix) => place === null || surelyApart(placeOf(fix), place) <= apartM,
    );
    const [first] = fixes;
    const last = fixes.at(-1);
    if (!first || !last || fixes.length < frozenFixes) return null;
    const span = timeBetween(first, last);
    if (span < leastSpan || first.accuracy_m > frozenExactM) return null;
    if (!fixes.every((fix) => isSame(fix, first))) return null;
    const hasHeight = typeof first.altitude === 'number';
    return {
      level: hasHeight || fixes.length >= flatFixes ? 'look' : 'note',
      sentence: `The phone reported exactly the same place ${fixes.length} times in ${duration(span)} (accurate to ${Math.round(first.accuracy_m)} m). Apps that fake a location cause this.`,
      measured: {
        places: fixes.length,
        seconds: Math.round(span / 1000),
        accuracy_m: first.accuracy_m,
      },
    };
  },
};

const isSame = (one: Fix, two: Fix) =>
  one.latitude === two.latitude &&
  one.longitude === two.longitude &&
  one.accuracy_m === two.accuracy_m &&
  (one.altitude ?? null) === (two.altitude ?? null);
