import { metresBetween } from '@doorstep/contract/visits/distance';
import { formatDistance } from '../../../../domain/distance.ts';
import { surelyApart } from '../../compare.ts';
import { type Check, describePlace } from '../../finding.ts';
import { count } from '../../format.ts';
import { placeOf, recordedFixes, timeBetween } from './recorded-fixes.ts';

/** One jump and its return also happen indoors, so at least three jumps are needed. */
const leastJumps = 3;

/**
 * Finds a place that alternates between two spots. An app causes this if it fakes the satellite position
 * but not the network position.
 */
export const jumps: Check = {
  id: 'gps.jumps',
  version: 3,
  find: (one, { jumpM, exactM, fastKmh }) => {
    const fixes = recordedFixes(one).filter(({ accuracy_m }) => accuracy_m <= exactM);
    const hops = fixes.flatMap((fix, at) => {
      const last = fixes[at - 1];
      if (!last) return [];
      const [before, place] = [placeOf(last), placeOf(fix)];
      const metres = surelyApart(before, place);
      // An agent may start a visit on the way and continue it at the door. A jump doesn't count if there
      // was enough time for the journey.
      const isTravel = metres / 1000 <= (fastKmh * timeBetween(last, fix)) / 3_600_000;
      return metres > jumpM && !isTravel ? [{ before, place }] : [];
    });
    const [first] = hops;
    if (!first || hops.length < leastJumps) return null;
    // A travelling agent gets farther away, but a faked place returns to the first spot.
    const isBack = hops.some(({ place }) => metresBetween(place, first.before) < jumpM);
    if (!isBack) return null;
    const metres = Math.max(...hops.map(({ before, place }) => metresBetween(before, place)));
    return {
      level: 'look',
      sentence: `The phone’s location jumped ${count(hops.length, 'time')} between spots up to ${formatDistance(metres)} apart.`,
      measured: { jumps: hops.length, metres: Math.round(metres) },
      details: {
        places: [describePlace('One spot', first.before), describePlace('The other', first.place)],
      },
    };
  },
};
