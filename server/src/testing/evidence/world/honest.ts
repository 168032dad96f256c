import { metresBetween } from '@doorstep/contract/visits/distance';
import type {
  CheckedApplicant,
  CheckedVerification,
  MatchingPhoto,
} from '../../../features/evidence/checked-verification.ts';
import { away, type Chances, type Point } from './chances.ts';
import type { Pin } from './pins.ts';
import { day, hour, makeVisit, minute, travelTime, type WorldVisit } from './visit-maker.ts';

export const agents = 60;
export const firstDay = Date.parse('2026-03-02T00:00:00+05:30');
const visitsADay = 8;
const standingPhrase = 'Address confirmed, applicant met in person, stay confirmed by neighbours';

let applicants = 0;

/**
 * Draws an applicant who lives in the area of a pin code. In 97 of 100 cases, and always with `isRight`, the
 * lender's file has the right pin code.
 */
export function drawApplicant(chances: Chances, pins: Pin[], pin: Pin, isRight = false) {
  applicants += 1;
  const { happens, pick } = chances;
  const isWrong = !isRight && happens(0.03);
  const isFar = isWrong && happens(0.1);
  const meant = pins.filter(({ code, region }) =>
    isFar ? region !== pin.region : region === pin.region && code !== pin.code,
  );
  const applicant: CheckedApplicant = {
    id: applicants,
    applicationId: `A${applicants}`,
    pinCode: isWrong ? pick(meant).code : pin.code,
    address: `${applicants} World Road`,
    portfolioName: 'Sunrise Bank',
  };
  return { applicant, door: away(chances, pin.spot, chances.around(pin.reach, 0.7)) };
}

const regionOf = (agentId: number, regions: number) =>
  agentId < 20 ? agentId % 4 : 4 + (agentId % (regions - 4));

export const pinsOf = (pins: Pin[], agentId: number) => {
  const regions = new Set(pins.map(({ region }) => region)).size;
  return pins.filter(({ region }) => region === regionOf(agentId, regions));
};

export function drawDay(
  chances: Chances,
  pins: Pin[],
  agentId: number,
  nth: number,
  count = visitsADay,
): WorldVisit[] {
  const { happens, range, pick } = chances;
  const own = pinsOf(pins, agentId);
  const done: WorldVisit[] = [];
  let at = firstDay + nth * day + 9 * hour + range(0, 60) * minute;
  for (let number = 0; number < count; number += 1) {
    const last = done.at(-1);
    const isNextDoor = last !== undefined && happens(0.05);
    const drawn = isNextDoor ? nextDoor(chances, last) : drawApplicant(chances, pins, pick(own));
    // Sometimes the office requests another photo, so the agent visits the same door again.
    const again = !isNextDoor && done.length > 1 && happens(0.08) ? pick(done) : undefined;
    const to = again ?? drawn;
    if (last)
      at +=
        last.stay + (isNextDoor ? range(3, 10) * minute : travelTime(chances, last.door, to.door));
    const { applicant, door } = to;
    const wanted = { agentId, applicant, door, day: nth, at, isPlain: agentId % 10 === 9 };
    done.push(blemish(chances, makeVisit(chances, wanted), last));
  }
  return done;
}

function nextDoor(chances: Chances, last: { applicant: CheckedApplicant; door: Point }) {
  applicants += 1;
  const applicant = {
    ...last.applicant,
    ...{ id: applicants, applicationId: `A${applicants}`, address: `${applicants} World Road` },
  };
  return { applicant, door: away(chances, last.door, chances.range(10, 60)) };
}

/**
 * Adds mistakes and coincidences of honest agents: a photo in the wrong visit or of a co-applicant, similar
 * doors, a standard phrase, a borrowed phone.
 */
function blemish(chances: Chances, visit: WorldVisit, last: WorldVisit | undefined): WorldVisit {
  const { happens, between } = chances;
  const [photo] = visit.photos;
  if (photo && last) {
    if (happens(0.001)) photo.sameFile = [elsewhereOf(last)];
    if (happens(0.01)) photo.sameFile = [coApplicant(visit, happens(0.05))];
    if (happens(0.003))
      photo.alike = [
        { ...elsewhereOf(last), dhashDistance: between(2, 6), phashDistance: between(2, 8) },
      ];
  }
  if (visit.agentId === 17 && happens(0.3)) {
    visit.visit.words = [standingPhrase, '', ''];
    visit.recentWords = Array.from({ length: between(0, 20) }, (_, nth) => ({
      verificationId: -nth - 1,
      applicantId: -nth - 1,
      words: [standingPhrase],
    }));
  }
  if (visit.visit.phone && happens(0.001))
    visit.visit.phone.colleagues = [{ name: 'A colleague', at: visit.at }];
  return visit;
}

export const elsewhereOf = (visit: WorldVisit): MatchingPhoto => ({
  photoId: `of ${visit.verificationId}`,
  position: 0,
  verificationId: visit.verificationId,
  isAttempt: false,
  applicant: visit.applicant,
  agentId: visit.agentId,
  agentName: `Agent ${visit.agentId}`,
  place: visit.visit.place,
  at: visit.at,
});

/**
 * Returns the photo of a name plate that was sent for two applicants at the same door. With
 * `isSpelledOtherwise`, one of the two addresses begins with the flat.
 */
function coApplicant(visit: WorldVisit, isSpelledOtherwise: boolean): MatchingPhoto {
  const { applicant } = visit;
  const address = isSpelledOtherwise ? `Flat 2, ${applicant.address}` : applicant.address;
  return { ...elsewhereOf(visit), applicant: { ...applicant, id: -applicant.id, address } };
}

/**
 * Learns the place of each pin code from honest visits, as the server does. At most three visits of an agent
 * count for each pin code and day.
 */
export function learn(visits: WorldVisit[]) {
  const places = new Map<string, { latitude: number; longitude: number }[]>();
  const taught = new Map<string, number>();
  for (const { visit, applicant, agentId, day: nth } of visits) {
    if (visit.place === null || (visit.place.accuracyM ?? Infinity) > 100) continue;
    const key = `${applicant.pinCode} ${agentId} ${nth}`;
    taught.set(key, (taught.get(key) ?? 0) + 1);
    if ((taught.get(key) ?? 0) > 3) continue;
    places.set(applicant.pinCode, [...(places.get(applicant.pinCode) ?? []), visit.place]);
  }
  const learned = new Map<string, NonNullable<CheckedVerification['pin']['learned']>>();
  const at = (values: number[], share: number) =>
    values.sort((one, two) => one - two)[Math.ceil(share * values.length) - 1] ?? 0;
  for (const [pinCode, known] of places) {
    if (known.length < 20) continue;
    const latitudes = known.map(({ latitude }) => latitude);
    const longitudes = known.map(({ longitude }) => longitude);
    const centre = { latitude: at(latitudes, 0.5), longitude: at(longitudes, 0.5) };
    const distances = known.map((place) => metresBetween(place, centre));
    learned.set(pinCode, { ...centre, visits: known.length, p95M: at(distances, 0.95) });
  }
  return learned;
}
