import { metresBetween } from '@doorstep/contract/visits/distance';
import { formatDistance } from '../../../../domain/distance.ts';
import { isWithin } from '../../compare.ts';
import { type Check, describePlace } from '../../finding.ts';

export const unusual: Check = {
  id: 'place.unusual',
  version: 2,
  find: (
    { visit: { place }, pin: { pinCode, learned } },
    { learnedVisits, unusualM, unusualTimes },
  ) => {
    if (learned === null || learned.visits < learnedVisits) return null;
    if (!isWithin(place, unusualM)) return null;
    const metres = metresBetween(place, learned) - place.accuracyM;
    if (metres <= Math.max(unusualM, unusualTimes * learned.p95M)) return null;
    return {
      level: 'look',
      sentence: `The visit was at least ${formatDistance(metres)} from the usual place of visits to ${pinCode}. Most of ${learned.visits} visits were within ${formatDistance(learned.p95M)}.`,
      measured: {
        metres: Math.round(metres),
        most_within_m: Math.round(learned.p95M),
        visits: learned.visits,
      },
      details: {
        pinCode,
        places: [
          describePlace('The visit', place),
          describePlace(`Usual for ${pinCode}`, { ...learned, accuracyM: learned.p95M }),
        ],
      },
    };
  },
};
