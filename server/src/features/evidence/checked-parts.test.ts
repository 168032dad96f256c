import { expect, test } from 'vitest';
import { caseOf, photoOf } from '../../testing/evidence/evidence-case.ts';
import { listCheckedParts } from './checked-parts.ts';
import { type CheckedVerification } from './checked-verification.ts';
import { thresholdsWith } from './thresholds.ts';

const mumbai = { latitude: 19.08, longitude: 72.88 };
const thresholds = thresholdsWith({ districtExactM: 5_000, travelExactM: 200 });

const partsOf = (visit: Partial<CheckedVerification['visit']>, pin = caseOf().pin) =>
  listCheckedParts(caseOf({ photos: [], visit, pin }), thresholds);

// Covers: evidence-12
test('a place was checked if it is as accurate as the thresholds require', () => {
  const partsAt = (accuracyM: number) => partsOf({ place: { ...mumbai, accuracyM } });
  expect([200, 201, 5_000, 5_001].map(partsAt)).toEqual([
    ...[['place', 'travel'], ['place'], ['place'], []],
  ]);
  expect(partsOf({ place: null })).toEqual([]);
});

// Covers: evidence-12
test('a place was checked only if it could be compared with the address', () => {
  const ofUnknown = { ...mumbai, accuracyM: null };
  expect(partsOf({ place: ofUnknown })).toEqual(['place']);
  // A place outside India counts only if its accuracy is known, because it may otherwise be a placeholder.
  expect(partsOf({ place: { latitude: 25.2, longitude: 55.3, accuracyM: 5 } })).toContain('place');
  expect(partsOf({ place: { latitude: 0, longitude: 0, accuracyM: null } })).toEqual([]);
  expect(partsOf({ place: ofUnknown }, { ...caseOf().pin, district: null })).toEqual([]);
});

test('travel needs the arrival by a known clock; times need a photo with one', () => {
  const place = { ...mumbai, accuracyM: 10 };
  expect(partsOf({ place, arrivedAt: null })).toEqual(['place']);
  expect(partsOf({ place, isClockKnown: false })).toEqual(['place']);
  const withPhoto = (photo: Parameters<typeof photoOf>[1]) =>
    listCheckedParts(caseOf({ visit: { place: null }, photos: [photoOf(0, photo)] }), thresholds);
  expect(withPhoto({ capturedAt: null, takenAt: null })).toEqual(['photos']);
  expect(withPhoto({ capturedAt: null, takenAt: 1 })).toEqual(['time', 'photos']);
});
