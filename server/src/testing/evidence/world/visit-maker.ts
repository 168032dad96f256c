import { metresBetween } from '@doorstep/contract/visits/distance';
import type { Fix } from '@doorstep/contract/visits/manifest';
import { shippedPins } from '../../../domain/pins/pin-table.ts';
import type {
  CheckedApplicant,
  CheckedVerification,
  EvidencePhoto,
  OtherVisit,
  Place,
} from '../../../features/evidence/checked-verification.ts';
import { away, type Chances, type Point } from './chances.ts';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * A visit of the world before it becomes the input of the checks. The input is made last, because it
 * contains the agent's other visits and the learned places.
 */
export type WorldVisit = Omit<CheckedVerification, 'others' | 'pin'> & {
  day: number;
  door: Point;
  /** The real time of arrival, in milliseconds since 1970. */
  at: number;
  stay: number;
};

interface Wanted {
  agentId: number;
  applicant: CheckedApplicant;
  day: number;
  at: number;
  door: Point;
  /** The place that the phone reports, by default the door. */
  phoneAt?: Point;
  stay?: number;
  /** Whether the visit comes from an API client that sends only texts, a place and photos. */
  isPlain?: boolean;
}

let visits = 0;

export function makeVisit(chances: Chances, wanted: Wanted): WorldVisit {
  const { happens, range, around, between, normal } = chances;
  const { agentId, applicant, at, door, isPlain = false } = wanted;
  visits += 1;
  const stay = wanted.stay ?? Math.max(50_000, around(9, 0.45) * minute);
  const phone = phoneOf(chances, wanted.phoneAt ?? door);
  // The phone's clock error is usually known within about twenty seconds. One of fifty phones has not
  // contacted the server yet, so its error is unknown.
  const isClockKnown = happens(0.98);
  const wrong = happens(0.01) ? range(-5, 5) * hour : range(-5, 5) * minute;
  const off = isClockKnown ? normal() * 8_000 : wrong;
  const count = between(3, 6);
  const moments = Array.from(
    { length: count },
    (_, nth) => at + stay * (0.15 + (0.75 * nth) / Math.max(1, count - 1)),
  );
  // In rare cases, the phone corrects its clock while the agent is at the door.
  const jump = Math.abs(wrong) > hour && happens(0.05) ? wrong : 0;
  const mono = range(1, 600) * minute;
  const photos = moments.map((moment, nth): EvidencePhoto => {
    const fix = phone.fix(moment, mono + moment - at);
    const capturedAt = moment + off - (nth >= count / 2 ? jump : 0);
    const hasFile = !isPlain || happens(0.6);
    return {
      id: `photo-${visits}-${nth}`,
      position: nth,
      kind: 'image/jpeg',
      width: isPlain && !happens(0.003) ? 3000 : 1600,
      height: 1200,
      source: isPlain ? 'file' : 'viewfinder',
      shows: isPlain ? '' : 'door',
      capturedAt: isPlain ? null : capturedAt,
      monoMs: isPlain ? null : mono + moment - at,
      fix: isPlain || !fix ? null : placeOf(fix),
      recordedFix: isPlain ? null : fix,
      takenAt: hasFile ? moment + wrong : null,
      hasPlaceInFile: hasFile,
      isFlat: false,
      original: null,
      // `blemish` adds similar photos at a guessed rate, because we have no measurements of real doors.
      ...{ sameFile: [], alike: [] },
    };
  });
  const first = phone.fix(at + 20_000, mono + 20_000);
  const fixes = isPlain
    ? []
    : [first, ...photos.map(({ recordedFix }) => recordedFix)].filter((fix) => fix !== null);
  const best = [...fixes].sort((one, two) => one.accuracy_m - two.accuracy_m)[0];
  // In every tenth visit, the agent started the visit half an hour before arriving. This is not random,
  // because another random number would change all later ones.
  const onTheWay = !isPlain && visits % 10 === 0 ? hour / 2 : 0;
  const finishedLate = happens(0.02) ? range(10, 60) * minute : 0;
  return {
    verificationId: visits,
    agentId,
    applicant,
    day: wanted.day,
    door,
    at,
    stay,
    // In rare cases, the office assigns the applicant only after the visit.
    firstAssignedAt: happens(0.005) ? at + range(0.2, 24) * hour : at - range(2, 72) * hour,
    visit: {
      outcome: happens(0.85) ? 'met' : 'locked',
      begunAt: isPlain ? null : at + off - onTheWay,
      arrivedAt: isPlain ? null : at + off,
      leftAt: isPlain ? null : at + stay + off + finishedLate,
      present: isPlain
        ? null
        : { from: (moments[0] ?? at) + off, to: (moments.at(-1) ?? at) + off },
      receivedAt:
        at + stay + finishedLate + (happens(0.2) ? range(1, 72) * hour : range(0.2, 10) * minute),
      isClockKnown,
      place: isPlain ? { ...(first ?? door), accuracyM: null } : best ? placeOf(best) : null,
      fixes: first && onTheWay > 0 ? [startOf(first, onTheWay), ...fixes] : fixes,
      answers: isPlain ? 0 : between(14, 30),
      words: [
        `Visit ${visits}: met at the address, ${between(1, 9)} persons in the household`,
        '',
        '',
      ],
      isFromPhone: !isPlain,
      phone: happens(0.003) ? null : { id: `phone-${agentId}`, label: 'Android', colleagues: [] },
    },
    photos,
    recentWords: [],
    deniedAt: null,
    timeZone: 'Asia/Kolkata',
  };
}

/**
 * Returns an accurate position eight kilometres from `fix` and `before` milliseconds earlier, for a visit
 * that was started on the way.
 */
const startOf = (fix: Fix, before: number): Fix => ({
  ...fix,
  latitude: fix.latitude - 8 / 111.195,
  accuracy_m: 6,
  at: new Date(Date.parse(fix.at) - before).toISOString(),
  mono_ms: fix.mono_ms > before ? fix.mono_ms - before : 20_000,
});

const placeOf = ({ latitude, longitude, accuracy_m: accuracyM }: Fix): Place => {
  return { latitude, longitude, accuracyM };
};

/**
 * Draws how well a phone knows its place during the visit. 2 % of phones report no place, 5 % only a rough
 * one, and 0.5 % sometimes a wrong one.
 */
function phoneOf(chances: Chances, at: Point) {
  const { happens, around, range, next } = chances;
  const kind = next();
  const repeats = happens(0.01);
  const lies = happens(0.005);
  let last: Fix | null = null;
  const fix = (moment: number, mono_ms: number): Fix | null => {
    if (kind < 0.02) return null;
    const stamp = { at: new Date(moment).toISOString(), mono_ms: Math.round(mono_ms) };
    // A position from Wi-Fi repeats exactly and has no altitude.
    if (repeats && last) return { ...last, ...stamp };
    const isPoor = kind < 0.07;
    const off = isPoor ? range(100, 1_500) : around(12, 0.6);
    const claimed = isPoor ? off * range(0.9, 2) : Math.max(4, off * range(0.7, 1.8));
    const really = lies && happens(0.3) ? range(300, 1_500) : off;
    const height = repeats ? null : 200 + 10 * next();
    last = { ...away(chances, at, really), accuracy_m: claimed, altitude: height, ...stamp };
    return last;
  };
  return { fix };
}

export function caseOf(
  visit: WorldVisit,
  others: WorldVisit[],
  learned: Map<string, NonNullable<CheckedVerification['pin']['learned']>>,
): CheckedVerification {
  const { pinCode } = visit.applicant;
  const { place } = visit.visit;
  return {
    ...visit,
    pin: {
      pinCode,
      district: shippedPins().districtOf(pinCode),
      around: place && shippedPins().around(place, 25),
      learned: learned.get(pinCode) ?? null,
    },
    others: others
      .filter((other) => other !== visit && Math.abs(other.at - visit.at) < 12 * hour)
      .flatMap(({ verificationId, applicant, visit: { present, ...other } }): OtherVisit[] => {
        const { place: at, isClockKnown } = other;
        const id = String(verificationId);
        return present ? [{ id, verificationId, applicant, place: at, present, isClockKnown }] : [];
      })
      .sort((one, two) => one.present.from - two.present.from),
  };
}

export const travelTime = ({ range }: Chances, one: Point, two: Point): number =>
  (metresBetween(one, two) / 1000 / range(16, 34)) * hour + range(3, 15) * minute;
