import type { EvidencePhoto } from '../../../features/evidence/checked-verification.ts';
import { away, type Chances, type Point } from './chances.ts';
import { agents, drawApplicant, drawDay, firstDay, pinsOf } from './honest.ts';
import type { Pin } from './pins.ts';
import { day, hour, makeVisit, minute, type WorldVisit } from './visit-maker.ts';

/** One fraud: the false visits, and the honest visits of the same agent. */
interface Staged {
  false: WorldVisit[];
  honest: WorldVisit[];
}
export type Fraud = (chances: Chances, pins: Pin[]) => Staged;

const laterDay = 40;
const agentOf = ({ between }: Chances) => {
  const agentId = between(0, agents - 1);
  // Avoids the agents whose number ends in 9, because these agents don't use the app.
  return agentId % 10 === 9 ? agentId - 1 : agentId;
};

export const last =
  (
    change: (chances: Chances, visit: WorldVisit, before: WorldVisit, pins: Pin[]) => WorldVisit,
  ): Fraud =>
  (chances, pins) => {
    const all = drawDay(chances, pins, agentOf(chances), laterDay, 5);
    const honest = all.slice(0, 4);
    const visit = all[4] as WorldVisit;
    return { false: [change(chances, visit, honest[3] as WorldVisit, pins)], honest };
  };

export function row(
  chances: Chances,
  pins: Pin[],
  more: {
    count?: number;
    agentId?: number;
    /** Returns the time from the end of a visit to the start of the next, in ms. */
    gap?: () => number;
    /** Returns the place that the phone reports, by default the door. */
    phoneAt?: (door: Point) => Point;
    /** The pin code of the agent's home, where the agent has no visits. */
    home?: Pin;
  },
): Staged {
  const { count = 1, agentId = agentOf(chances), gap = () => 0, phoneAt = (door) => door } = more;
  const own = pinsOf(pins, agentId).filter(({ code }) => code !== more.home?.code);
  let at = firstDay + laterDay * day + 11 * hour;
  const visits = Array.from({ length: count }, () => {
    const { applicant, door } = drawApplicant(chances, pins, chances.pick(own), true);
    const wanted = { agentId, applicant, door, day: laterDay, at };
    const visit = makeVisit(chances, { ...wanted, phoneAt: phoneAt(door) });
    at += visit.stay + gap();
    return visit;
  });
  return { false: visits, honest: [] };
}

/**
 * Visits that an agent invents at home. All have a pin code other than the home's, because no check could
 * tell a door in the home's pin code from the home.
 */
export const fromHome: Fraud = (chances, pins) => {
  const { range, between, pick } = chances;
  const agentId = agentOf(chances);
  const home = pick(pinsOf(pins, agentId));
  const at = away(chances, home.spot, range(0, 1) * home.reach);
  const gap = () => range(10, 40) * minute;
  return row(chances, pins, { count: between(2, 6), agentId, gap, phoneAt: () => at, home });
};

export const withFixes = (
  visit: WorldVisit,
  change: (nth: number) => Partial<NonNullable<EvidencePhoto['recordedFix']>>,
) => {
  const fixes = visit.visit.fixes.map((fix, nth) => ({ ...fix, ...change(nth) }));
  const place = fixes[0];
  visit.visit.fixes = fixes;
  visit.photos = visit.photos.map((photo) => {
    const recordedFix = fixes.find(({ mono_ms }) => mono_ms === photo.recordedFix?.mono_ms) ?? null;
    return {
      ...photo,
      recordedFix,
      fix: recordedFix && { ...recordedFix, accuracyM: recordedFix.accuracy_m },
    };
  });
  visit.visit.place = place ? { ...place, accuracyM: place.accuracy_m } : null;
  return visit;
};

/**
 * Draws the visit again until its phone reports a place, because an agent who fakes the place makes sure of
 * that.
 */
export const placed = (chances: Chances, visit: WorldVisit): WorldVisit =>
  visit.visit.fixes.length > 0 ? visit : placed(chances, makeVisit(chances, visit));
