import { metresBetween } from '@doorstep/contract/visits/distance';
import { formatDistance } from '../../../../domain/distance.ts';
import type { OtherVisit, Place } from '../../checked-verification.ts';
import { isWithin } from '../../compare.ts';
import { type Check, describePlace, describeVerifications } from '../../finding.ts';
import { count } from '../../format.ts';

export const oneDesk: Check = {
  id: 'place.one_desk',
  version: 1,
  find: ({ visit: { place }, applicant, others }, { deskPins, deskM, exactM }) => {
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
      sentence: `Within 12 hours of this visit, this agent made ${count(here.length, 'other visit')} at most ${formatDistance(metres)} from this place, for addresses in ${count(pins.size, 'other pin code')}.`,
      measured: { visits: here.length, pin_codes: pins.size, metres: Math.round(metres) },
      details: {
        ...describeVerifications(here.flatMap(({ verificationId }) => verificationId ?? [])),
        places: [describePlace('The visit', place)],
      },
      otherApplicants: [...new Set(here.map((other) => other.applicant.id))],
    };
  },
};
