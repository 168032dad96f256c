import { metresBetween } from '@doorstep/contract/visits/distance';
import { formatDistance } from '../../../../domain/distance.ts';
import { surelyApart } from '../../between.ts';
import { type Check, placeBeside } from '../../finding.ts';
import { count } from '../../in-words.ts';
import { placeOf, recordedFixes, timeBetween } from './recorded-fixes.ts';

/** There and back and there again: once away and back happens indoors. */
const leastJumps = 3;

/** The place changes between two spots, as where an app fakes the satellites' place and not the network's. */
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
      // An agent may start a visit on the way, and come back to it: that takes the time of the way.
      const isTravel = metres / 1000 <= (fastKmh * timeBetween(last, fix)) / 3_600_000;
      return metres > jumpM && !isTravel ? [{ before, place }] : [];
    });
    const [first] = hops;
    if (!first || hops.length < leastJumps) return null;
    // Somebody who moves on gets ever farther away; who jumps comes back.
    const isBack = hops.some(({ place }) => metresBetween(place, first.before) < jumpM);
    if (!isBack) return null;
    const metres = Math.max(...hops.map(({ before, place }) => metresBetween(before, place)));
    return {
      level: 'look',
      sentence: `The place jumped ${count(hops.length, 'time')} between spots ${formatDistance(metres)} apart.`,
      measured: { jumps: hops.length, metres: Math.round(metres) },
      beside: {
        places: [placeBeside('One spot', first.before), placeBeside('The other', first.place)],
      },
    };
  },
};
