import { metresBetween } from '@doorstep/contract/visits/distance';
import { formatDistance } from '../../../../domain/distance.ts';
import type { CheckedVerification, OtherVisit, Place, Span } from '../../checked-verification.ts';
import { isWithin, surelyApart } from '../../compare.ts';
import { type Check, describePlace } from '../../finding.ts';
import { duration, iso, nameOf } from '../../format.ts';
import type { Thresholds } from '../../thresholds.ts';

/** A shorter journey counts as one minute, because clocks are accurate to the second at best. */
const leastMinutes = 1;
const levels = { none: 0, look: 1, serious: 2 } as const;

export const speed: Check = {
  id: 'travel.speed',
  version: 2,
  find: (one, limits) => {
    const { place, present, isClockKnown } = one.visit;
    if (!isWithin(place, limits.travelExactM) || present === null || !isClockKnown) return null;
    const hops = nearestInTime(one, present, limits.travelExactM)
      .map((other) => measure({ place, present }, other, limits))
      .sort((a, b) => levels[b.level] - levels[a.level] || b.kmh - a.kmh);
    const [worst] = hops;
    if (!worst || worst.level === 'none') return null;
    const { level, other, metres, milliseconds, kmh } = worst;
    const isBefore = other.present.from <= present.from;
    const pace = milliseconds > 0 ? ` (at least ${Math.round(kmh)} km/h)` : '';
    return {
      level,
      sentence: `This visit and the ${isBefore ? 'previous' : 'next'} visit (${nameOf(one, other.applicant)}) are ${formatDistance(metres)} apart, with only ${duration(milliseconds)} in between${pace}.`,
      measured: {
        metres: Math.round(metres),
        seconds: Math.round(milliseconds / 1000),
        kmh: Math.round(kmh),
      },
      details: {
        cases: other.verificationId === null ? [] : [other.verificationId],
        places: [
          describePlace('This visit', place),
          describePlace(isBefore ? 'The previous visit' : 'The next visit', other.place),
        ],
        times: [
          { label: 'This visit', at: iso(isBefore ? present.from : present.to) },
          {
            label: isBefore ? 'The previous visit' : 'The next visit',
            at: iso(isBefore ? other.present.to : other.present.from),
          },
        ],
      },
      otherApplicants: [other.applicant.id],
    };
  },
};

type Placed = OtherVisit & { place: Place };

function nearestInTime(one: CheckedVerification, { from }: Span, exactM: number): Placed[] {
  const placed = one.others.filter(
    (other): other is Placed =>
      other.isClockKnown &&
      other.applicant.id !== one.applicant.id &&
      isWithin(other.place, exactM),
  );
  const before = placed.filter(({ present }) => present.from <= from).at(-1);
  const after = placed.find(({ present }) => present.from > from);
  return [before, after].filter((other) => other !== undefined);
}

function measure(
  { place, present }: { place: Place; present: Span },
  other: Placed,
  { travelFreeM, fastKmh, tooFastKmh, instantMinutes, instantM }: Thresholds,
) {
  const milliseconds = Math.max(
    0,
    other.present.from <= present.from
      ? present.from - other.present.to
      : other.present.from - present.to,
  );
  const metres = metresBetween(place, other.place);
  const travelled = Math.max(0, surelyApart(place, other.place) - travelFreeM);
  const minutes = Math.max(leastMinutes, milliseconds / 60_000);
  const kmh = (travelled / 1000 / minutes) * 60;
  const isInstant = minutes < instantMinutes && travelled > instantM;
  const level: 'serious' | 'look' | 'none' =
    kmh > tooFastKmh || isInstant ? 'serious' : kmh > fastKmh ? 'look' : 'none';
  return { level, other, metres, milliseconds, kmh };
}
