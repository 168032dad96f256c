import { formatDistance } from '../../../../domain/distance.ts';
import { isWithin, metresBetween } from '../../between.ts';
import type { EvidenceCase, OtherVisit, Place } from '../../case.ts';
import { type Check, type Found, placeBeside } from '../../finding.ts';
import { count } from '../../in-words.ts';
import type { Thresholds } from '../../thresholds.ts';

/** Far outside where visits to this pin code were that were decided positive, or where the agent was for other pin codes too. */
export const unusual: Check = {
  id: 'place.unusual',
  version: 1,
  find: (one, thresholds) => findFar(one, thresholds) ?? findOneDesk(one, thresholds),
};

function findFar(
  { visit: { place }, pin: { pinCode, learned } }: EvidenceCase,
  { learnedVisits, unusualM, unusualTimes }: Thresholds,
): Found | null {
  if (learned === null || learned.visits < learnedVisits) return null;
  if (!isWithin(place, unusualM)) return null;
  const metres = metresBetween(place, learned) - place.accuracyM;
  if (metres <= Math.max(unusualM, unusualTimes * learned.p95M)) return null;
  return {
    level: 'look',
    sentence: `At least ${formatDistance(metres)} from where visits to ${pinCode} usually are (most within ${formatDistance(learned.p95M)}, ${learned.visits} visits).`,
    measured: {
      metres: Math.round(metres),
      most_within_m: Math.round(learned.p95M),
      visits: learned.visits,
    },
    beside: {
      places: [
        placeBeside('The visit', place),
        placeBeside(`Usual for ${pinCode}`, { ...learned, accuracyM: learned.p95M }),
      ],
    },
  };
}

/** Several pin codes visited from one spot on one day: a desk, or somebody's home. */
function findOneDesk(
  { visit: { place }, applicant, others }: EvidenceCase,
  { deskPins, deskM, exactM }: Thresholds,
): Found | null {
  if (!isWithin(place, exactM)) return null;
  const here = others.filter(
    (other): other is OtherVisit & { place: Place } =>
      other.applicant.pinCode !== applicant.pinCode &&
      other.applicant.applicationId !== applicant.applicationId &&
      isWithin(other.place, exactM) &&
      metresBetween(other.place, place) <= deskM,
  );
  const pins = new Set(here.map((other) => other.applicant.pinCode));
  if (pins.size < deskPins) return null;
  const metres = Math.max(...here.map((other) => metresBetween(other.place, place)));
  return {
    level: 'look',
    sentence: `${count(here.length, 'other visit')} of this agent within 12 hours, to ${count(pins.size, 'other pin code')}, ${here.length === 1 ? 'was' : 'were'} made from here too (${formatDistance(metres)} apart).`,
    measured: { visits: here.length, pin_codes: pins.size, metres: Math.round(metres) },
    beside: {
      cases: here.flatMap(({ verificationId }) => verificationId ?? []),
      places: [placeBeside('The visit', place)],
    },
    otherApplicants: [...new Set(here.map((other) => other.applicant.id))],
  };
}
