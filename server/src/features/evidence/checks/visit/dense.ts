import { metresBetween } from '@doorstep/contract/visits/distance';
import { formatDistance } from '../../../../domain/distance.ts';
import type { Place } from '../../checked-verification.ts';
import { isWithin, surelyApart } from '../../compare.ts';
import { type Check, describePlace, describeVerifications } from '../../finding.ts';
import { count, duration } from '../../format.ts';

interface Stop {
  verificationId: number | null;
  applicantId: number;
  place: Place;
  from: number;
}

/**
 * The search stops after this number of visits, or after the threshold if that is higher, because a phone may
 * send any number of visits.
 */
const enough = 12;

export const dense: Check = {
  id: 'visit.dense',
  version: 2,
  find: (one, { denseVisits, denseMinutes, denseM, travelExactM }) => {
    const { place, present, isClockKnown } = one.visit;
    if (!isWithin(place, travelExactM) || present === null) return null;
    const own: Stop = {
      verificationId: one.verificationId,
      applicantId: one.applicant.id,
      place,
      from: present.from,
    };
    // Corrected moments are not compared with moments from a phone whose clock error is unknown.
    const others = one.others.flatMap((other): Stop[] =>
      other.isClockKnown === isClockKnown && isWithin(other.place, travelExactM)
        ? [
            {
              ...other,
              applicantId: other.applicant.id,
              place: other.place,
              from: other.present.from,
            },
          ]
        : [],
    );
    const span = denseMinutes * 60_000;
    const most = Math.max(enough, denseVisits);
    let best: Stop[] = [];
    for (const { from } of [own, ...others]) {
      if (best.length === most) break;
      if (from > own.from || own.from - from > span) continue;
      const within = others.filter((other) => other.from >= from && other.from <= from + span);
      const apart = farApart(own, within, denseM, most);
      if (apart.length > best.length) best = apart;
    }
    if (best.length < denseVisits) return null;
    const moments = best.map(({ from }) => from);
    const took = Math.max(...moments) - Math.min(...moments);
    const farthest = Math.max(
      ...best.flatMap((stop) => best.map((other) => metresBetween(stop.place, other.place))),
    );
    return {
      level: 'serious',
      sentence: `This agent began ${best.length === most ? 'at least ' : ''}${count(best.length, 'visit')} within ${duration(took)}, up to ${formatDistance(farthest)} apart.`,
      measured: {
        visits: best.length,
        seconds: Math.round(took / 1000),
        metres: Math.round(farthest),
      },
      details: {
        ...describeVerifications(
          best.flatMap(({ verificationId }) =>
            verificationId === null || verificationId === one.verificationId
              ? []
              : [verificationId],
          ),
        ),
        places: best.map((stop, at) =>
          describePlace(stop === own ? 'This visit' : `Visit ${at + 1}`, stop.place),
        ),
      },
      otherApplicants: best
        .map(({ applicantId }) => applicantId)
        .filter((id) => id !== one.applicant.id),
    };
  },
};

/** Returns up to `most` visits that are all far from each other, starting with this visit. */
function farApart(own: Stop, others: Stop[], metres: number, most: number): Stop[] {
  const kept = [own];
  for (const other of others) {
    if (kept.length === most) break;
    if (kept.every((stop) => surelyApart(stop.place, other.place) > metres)) kept.push(other);
  }
  return kept;
}
