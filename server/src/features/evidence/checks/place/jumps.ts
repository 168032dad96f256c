import { metresBetween } from '@doorstep/contract/evidence/distance';
import type { Fix } from '@doorstep/contract/visits/manifest';
import { formatDistance } from '../../../../domain/distance.ts';
import { surelyApart } from '../../between.ts';
import { type Check, placeBeside } from '../../finding.ts';
import { count } from '../../in-words.ts';
import { recordedFixes } from './recorded-fixes.ts';

/** There and back and there again: once away and back happens indoors. */
const leastJumps = 3;

/** The place changes between two spots, as where an app fakes the satellites' place and not the network's. */
export const jumps: Check = {
  id: 'gps.jumps',
  version: 2,
  find: (one, { jumpM, exactM }) => {
    const fixes = recordedFixes(one)
      .map(placeOf)
      .filter(({ accuracyM }) => accuracyM <= exactM);
    const hops = fixes.flatMap((place, at) => {
      const before = fixes[at - 1];
      return before && surelyApart(before, place) > jumpM ? [{ before, place }] : [];
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

const placeOf = ({ latitude, longitude, accuracy_m }: Fix) => ({
  latitude,
  longitude,
  accuracyM: accuracy_m,
});
