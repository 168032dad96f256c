import { checkIds, checkTraits } from '@doorstep/contract/evidence/checks';
import { limits } from '@doorstep/contract/limits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applicantOf,
  around,
  bareCase,
  barePhoto,
  caseOf,
  door,
  elsewhere,
  fixOf,
  noon,
  north,
  otherVisit,
  photoOf,
  someoneElse,
} from '../../testing/evidence/evidence-case.ts';
import type { CheckedVerification } from './checked-verification.ts';
import { checks, runChecks } from './run-checks.ts';
import { inOrder, type ThresholdName, thresholdsWith, thresholdTable } from './thresholds.ts';

const thresholds = thresholdsWith();
const minute = 60_000;
const found = (one: CheckedVerification) =>
  Object.fromEntries(runChecks(one, thresholds).map(({ check, level }) => [check, level]));
const sentences = (one: CheckedVerification) =>
  runChecks(one, thresholds).map(({ sentence }) => sentence);

test('the checks are those of the contract, in its order, each with its words', () => {
  expect(checks.map(({ id }) => id)).toEqual([...checkIds]);
  for (const id of checkIds) expect(checkTraits[id].falseAlarms).not.toBe('');
});

// Covers: evidence-9
test('each threshold lists the checks that read it', () => {
  const read = new Set<string>();
  const learned = { latitude: door.latitude, longitude: door.longitude, visits: 143, p95M: 2_100 };
  const one = caseOf({ pin: { ...caseOf().pin, learned }, others: [otherVisit(-10, north(100))] });
  for (const { id, find } of checks) {
    const noting = new Proxy(thresholds, {
      get: (values, name: ThresholdName) => {
        read.add(`${name} ${id}`);
        return values[name];
      },
    });
    find(one, noting);
  }
  const named = Object.entries(thresholdTable).flatMap(([name, { checks: of }]) =>
    of.map((id) => `${name} ${id}`),
  );
  expect([...read].sort()).toEqual(named.sort());
});

test('at most all photos of a visit come from a messenger', () => {
  expect(thresholdTable.importedPhotos.most).toBe(limits.photosPerVerification);
});

// Covers: evidence-1
test('an honest visit has no findings', () => {
  expect(found(caseOf())).toEqual({});
});

// Covers: evidence-2
test('unknown values cause no findings', () => {
  expect(found(bareCase())).toEqual({});
});

// Covers: evidence-3
test('the same file in a verification of another address', () => {
  const twice = caseOf({
    photos: [photoOf(0, { sameFile: [elsewhere()] }), photoOf(1, { sameFile: [elsewhere()] })],
  });
  expect(found(twice)).toEqual({ 'photo.same_file': 'serious' });
  expect(sentences(twice)).toEqual([
    '2 photos of this visit were also sent for application 5521 (another address) on Mar 3, 2026.',
  ]);
  const [finding] = runChecks(twice, thresholds);
  expect(finding?.details).toEqual({
    photos: [0, 1].map((at) => ({ photoId: `photo-${at}`, otherPhotoId: 'other-photo' })),
    cases: [60_002],
  });
  expect(finding?.otherApplicants).toEqual([2]);
  const flat = photoOf(0, { sameFile: [elsewhere()], isFlat: true });
  expect(found(caseOf({ photos: [flat] }))).toEqual({ 'photo.same_file': 'look' });
  expect(sentences(caseOf({ photos: [flat] }))[0]).toMatch(
    / on Mar 3, 2026\. A photo without contrast/,
  );
  expect(found(caseOf({ photos: [flat, photoOf(1, { sameFile: [elsewhere()] })] }))).toEqual({
    'photo.same_file': 'serious',
  });
  const office = applicantOf({ id: 2, address: '4 Mill Street' });
  const contactPoint = caseOf({
    photos: [photoOf(0, { sameFile: [elsewhere({ applicant: office })] })],
  });
  expect(sentences(contactPoint)).toEqual([
    '1 photo of this visit was also sent for another contact point of this application (another address) on Mar 3, 2026.',
  ]);
  const byColleague = caseOf({ photos: [photoOf(0, { sameFile: [elsewhere({ agentId: 8 })] })] });
  expect(sentences(byColleague)[0]).toContain(' by Ravi on ');
});

// Covers: evidence-3
test('the files that a colleague sent for the same applicant before', () => {
  const earlier = elsewhere({ applicant: applicantOf(), agentId: 8, place: door });
  const again = (...sameFile: CheckedVerification['photos'][number]['sameFile']) =>
    caseOf({ photos: [photoOf(0, { sameFile })] });
  expect(found(again(earlier))).toEqual({ 'photo.same_file': 'serious' });
  expect(sentences(again(earlier))).toEqual([
    '1 photo of this visit was also sent for this applicant by Ravi on Mar 3, 2026.',
  ]);
  expect(sentences(again({ ...earlier, verificationId: null, isAttempt: true }))[0]).toContain(
    ' was also sent for an attempt to visit this applicant by Ravi on ',
  );
  expect(found(again({ ...earlier, agentId: 7 }))).toEqual({});
  expect(runChecks(again(earlier), thresholds)[0]?.otherApplicants).toEqual([1]);
  // The sentence names another applicant's verification first.
  const both = again(earlier, elsewhere());
  expect(sentences(both)[0]).toContain(' for application 5521 (another address) on ');
  expect(runChecks(both, thresholds)[0]?.otherApplicants).toEqual([1, 2]);
});

// Covers: evidence-15
test('a photo that was sent for an attempt elsewhere, or a held visit', () => {
  const attempt = elsewhere({ verificationId: null, isAttempt: true });
  const held = elsewhere({ verificationId: null, applicant: { ...someoneElse, id: 3 } });
  const alike = { ...held, dhashDistance: 1, phashDistance: 2 };
  const one = caseOf({
    photos: [photoOf(0, { sameFile: [attempt, held] }), photoOf(1, { alike: [alike] })],
  });
  expect(sentences(one)).toEqual([
    '1 photo of this visit was also sent for an attempt to visit application 5521 (another address) on Mar 3, 2026, and for 1 more case.',
    'Photo 2 looks like photo 2 of a held visit to application 5521 (Mar 3, 2026). Two comparisons of 64 points each found 1 difference (up to 6 count as alike) and 2 (up to 8).',
  ]);
  const [sameFile] = runChecks(one, thresholds);
  expect(sameFile?.details?.cases).toEqual([]);
  expect(sameFile?.otherApplicants).toEqual([2, 3]);
});

// Covers: evidence-3
test.each([
  ['the same address', { applicant: applicantOf({ id: 2, address: '1, test road' }) }],
  [
    'another contact point of the application at the same place',
    { applicant: applicantOf({ id: 2, address: 'Flat 1, Test Road' }), place: north(40) },
  ],
])('the same file for %s is no finding', (_, more) => {
  expect(found(caseOf({ photos: [photoOf(0, { sameFile: [elsewhere(more)] })] }))).toEqual({});
});

// Covers: evidence-4
test('a sentence does not name an application of another lender', () => {
  const applicant = { ...someoneElse, portfolioName: 'Other Bank' };
  const one = caseOf({
    photos: [photoOf(0, { sameFile: [elsewhere({ applicant })] })],
    others: [otherVisit(-10, north(14_000), { applicant })],
  });
  expect(sentences(one)).toHaveLength(2);
  for (const sentence of sentences(one)) {
    expect(sentence).toContain('an application of another lender');
    expect(sentence).not.toContain('5521');
  }
});

// Covers: evidence-3
test('a photo similar to one of another address', () => {
  const alike = { ...elsewhere(), dhashDistance: 5, phashDistance: 4 };
  const one = caseOf({ photos: [photoOf(0), photoOf(1, { alike: [alike] })] });
  expect(found(one)).toEqual({ 'photo.lookalike': 'look' });
  expect(sentences(one)).toEqual([
    'Photo 2 looks like photo 2 of application 5521 (Mar 3, 2026). Two comparisons of 64 points each found 5 differences (up to 6 count as alike) and 4 (up to 8).',
  ]);
  const lessAlike = { ...alike, dhashDistance: 6, phashDistance: 8 };
  const both = caseOf({ photos: [photoOf(0, { alike: [lessAlike, alike] })] });
  expect(sentences(both)[0]).toContain('found 5 differences');
  const isAlike = (more: object) =>
    found(caseOf({ photos: [photoOf(0, { alike: [{ ...alike, ...more }] })] }));
  expect(isAlike({ dhashDistance: 7 })).toEqual({});
  expect(isAlike({ phashDistance: 9 })).toEqual({});
  const neighbour = applicantOf({ id: 2, address: '2 Test Road' });
  expect(isAlike({ applicant: neighbour, place: north(90) })).toEqual({});
  expect(isAlike({ applicant: neighbour, place: north(150) })).not.toEqual({});
  expect(isAlike({ place: north(90) })).not.toEqual({});
});

// Covers: evidence-3
test('a photo that came through a messenger, or of a screen', () => {
  const sent = (more: object) =>
    found(caseOf({ photos: [barePhoto(more)], visit: { isFromPhone: false } }));
  expect(sent({})).toEqual({ 'photo.imported': 'look' });
  expect(sent({ width: 960, height: 1280 })).toEqual({ 'photo.imported': 'look' });
  expect(sent({ kind: 'image/png', width: 1080, height: 2400 })).toEqual({
    'photo.imported': 'look',
  });
  expect(sent({ width: 3000 })).toEqual({});
  expect(sent({ takenAt: noon })).toEqual({});
  expect(sent({ hasPlaceInFile: true })).toEqual({});
  expect(sent({ source: 'viewfinder' })).toEqual({});
  const twenty = caseOf({ photos: Array.from({ length: 20 }, () => barePhoto()) });
  const heldTo = (importedPhotos: number) =>
    runChecks(twenty, { ...thresholds, importedPhotos }).map(({ check }) => check);
  expect(heldTo(20)).toContain('photo.imported');
  expect(heldTo(21)).not.toContain('photo.imported');
  expect(heldTo(0)).not.toContain('photo.imported');
});

// Covers: evidence-9
test("the default thresholds don't contradict each other, and ordered ones belong to one check", () => {
  for (const [low, high] of inOrder) {
    expect(thresholds[low]).toBeLessThanOrEqual(thresholds[high]);
    expect(thresholdTable[low].checks[0]).toBe(thresholdTable[high].checks[0]);
  }
});

// Covers: evidence-3
test('a picture that was chosen in the app, which re-encodes it', () => {
  const original = {
    ...{ bytes: 180_000, kind: 'image/jpeg', width: 960, height: 1280 },
    ...{ has_camera: false, taken_at: null, is_named_by_messenger: false },
  };
  const chosen = (more: object) =>
    caseOf({ photos: [photoOf(0, { source: 'camera_app', original: { ...original, ...more } })] });
  expect(found(chosen({}))).toEqual({ 'photo.imported': 'look' });
  expect(sentences(chosen({ height: 1400, is_named_by_messenger: true }))).toEqual([
    '1 photo looks as if sent through a messaging app: no camera data, and a file name like those of messengers.',
  ]);
  expect(sentences(chosen({ kind: 'image/png', width: 1080, height: 2400 }))).toEqual([
    '1 photo has the shape of a phone’s screen and no camera data.',
  ]);
  expect(found(chosen({ height: 1400 }))).toEqual({});
  expect(found(chosen({ has_camera: true, is_named_by_messenger: true }))).toEqual({});
  expect(found(chosen({ has_camera: null }))).toEqual({});
  // The cropped picture has a messenger's size, but the size of the original file counts.
  const cropped = { source: 'camera_app', width: 1280, height: 700 } as const;
  const camera = { ...original, width: 4000, height: 3000, has_camera: true };
  expect(found(caseOf({ photos: [photoOf(0, { ...cropped, original: camera })] }))).toEqual({});
  expect(found(chosen({ taken_at: new Date(noon).toISOString() }))).toEqual({});
});

// Covers: evidence-3
test('a phone in another district than the address', () => {
  const pune = {
    pinCode: '411057',
    district: 'Pune',
    around: around('400', 'Thane'),
    learned: null,
  };
  const one = caseOf({ pin: pune });
  expect(found(one)).toEqual({ 'place.district': 'serious' });
  expect(sentences(one)[0]).toBe(
    'The phone was in Thane, but the address is in Pune (411057). None of the 25 pin codes within 12 km of the phone belongs to that district.',
  );
  const wide = pune.around.map((other, at) => ({ ...other, km: at === 24 ? 13.41 : other.km }));
  const [reaching] = runChecks(caseOf({ pin: { ...pune, around: wide } }), thresholds);
  expect(reaching?.measured).toEqual({ pin_codes: 25, km: 13.5 });
  expect(reaching?.sentence).toContain('None of the 25 pin codes within 13.5 km of the phone');
  const roughly = { latitude: 18.603, longitude: 73.763 };
  const [district] = runChecks(caseOf({ pin: { ...pune, roughly } }), thresholds);
  expect(district?.details?.places?.map(({ label }) => label)).toEqual([
    'The visit',
    'Area of 411057',
  ]);
  const nearby = around('400', 'Thane');
  const edge = nearby.map((other, at) => (at === 24 ? { ...other, pinCode: '411001' } : other));
  expect(found(caseOf({ pin: { ...pune, around: edge } }))).toEqual({});
  const named = nearby.map((other, at) => (at === 3 ? { ...other, district: 'PUNE' } : other));
  expect(found(caseOf({ pin: { ...pune, around: named } }))).toEqual({});
  expect(found(caseOf({ pin: { ...pune, district: null } }))).toEqual({});
  // Few pin codes are near on an island.
  const few = caseOf({ pin: { ...pune, around: nearby.slice(0, 11) } });
  expect(sentences(few)).toEqual([
    'The phone was in Thane, but the address is in Pune (411057). None of the 11 pin codes within 200 km of the phone belongs to that district.',
  ]);
  const island = [...nearby.slice(0, 10), { pinCode: '411001', district: '', km: 180 }];
  expect(found(caseOf({ pin: { ...pune, around: island } }))).toEqual({});
  expect(found(caseOf({ pin: pune, photos: [], visit: { place: north(0, 6_000) } }))).toEqual({});
});

// Covers: evidence-3
test('a phone far from all of India', () => {
  const pin = { pinCode: '411057', district: 'Pune', around: null, learned: null };
  const at = (accuracyM: number | null, more = {}) =>
    caseOf({ photos: [], visit: { place: north(0, accuracyM) }, pin: { ...pin, ...more } });
  expect(found(at(12))).toEqual({ 'place.district': 'serious' });
  expect(sentences(at(12))).toEqual([
    'The phone was more than 200 km from every pin code of India, but the address is in Pune (411057).',
  ]);
  // An API client's coordinates may not be a real place, and an unknown pin code has no district.
  expect(found(at(null))).toEqual({});
  expect(found(at(6_000))).toEqual({});
  expect(found(at(12, { district: null }))).toEqual({});
  expect(found(caseOf({ pin, photos: [], visit: { place: null, fixes: [] } }))).toEqual({});
});

// Covers: evidence-3
test('a pin code missing from the table is judged by its postal district, which has no name', () => {
  const pin = { pinCode: '411999', district: '', around: around('400', 'Thane'), learned: null };
  expect(sentences(caseOf({ pin }))).toEqual([
    'The phone was in Thane, but the address is in the postal district 411 (411999). None of the 25 pin codes within 12 km of the phone belongs to that district.',
  ]);
  const unnamed = pin.around.map((other) => ({ ...other, district: '' }));
  expect(found(caseOf({ pin: { ...pin, around: unnamed } }))).toEqual({
    'place.district': 'serious',
  });
  const there = unnamed.map((other, at) => (at === 20 ? { ...other, pinCode: '411002' } : other));
  expect(found(caseOf({ pin: { ...pin, around: there } }))).toEqual({});
});

// Covers: evidence-3
test('a place far from where visits to the pin code usually are', () => {
  const learned = { latitude: door.latitude, longitude: door.longitude, visits: 143, p95M: 2_100 };
  const at = (metres: number, accuracyM = 12, more = {}) => {
    const place = north(metres, accuracyM);
    const pin = {
      pinCode: '400093',
      district: null,
      around: null,
      learned: { ...learned, ...more },
    };
    return caseOf({ pin, photos: [], visit: { place } });
  };
  expect(found(at(6_212))).toEqual({ 'place.unusual': 'look' });
  expect(sentences(at(6_212))).toEqual([
    'The visit was at least 6.2 km from the usual place of visits to 400093. Most of 143 visits were within 2.1 km.',
  ]);
  expect(found(at(4_100))).toEqual({});
  expect(found(at(6_212, 5_000))).toEqual({});
  expect(found(at(6_212, 12, { visits: 19 }))).toEqual({});
  expect(found(at(1_900, 12, { p95M: 100 }))).toEqual({});
  expect(found(at(2_100, 12, { p95M: 100 }))).toEqual({ 'place.unusual': 'look' });
});

// Covers: evidence-3
test('visits to several pin codes from one spot', () => {
  const at = (pinCodes: string[], metres = 30, more = {}) =>
    caseOf({
      others: pinCodes.map((pinCode, nth) =>
        otherVisit(-60 * (nth + 1), north(metres), {
          applicant: { ...someoneElse, id: nth + 2, pinCode },
          ...more,
        }),
      ),
    });
  expect(found(at(['400001', '400002']))).toEqual({ 'place.one_desk': 'look' });
  expect(sentences(at(['400001', '400002']))).toEqual([
    'This agent made 2 other visits from this place within 12 hours, for 2 other pin codes, at most 30 m apart.',
  ]);
  expect(found(at(['400001']))).toEqual({ 'place.one_desk': 'look' });
  expect(found(at(['400093', '400093']))).toEqual({});
  expect(found(at(['400001', '400002'], 90))).toEqual({});
  expect(found(at(['400001', '400002'], 30, { place: null }))).toEqual({});
  const learned = { ...north(9_000), visits: 143, p95M: 2_100 };
  const far = { ...at(['400001']), pin: { ...caseOf().pin, learned } };
  expect(found(far)).toEqual({ 'place.unusual': 'look', 'place.one_desk': 'look' });
});

// Covers: evidence-3
test('a photo taken away from the place of the visit', () => {
  const taken = (fix: CheckedVerification['photos'][number]['fix']) =>
    caseOf({ photos: [photoOf(0), photoOf(1, { fix })] });
  expect(found(taken(north(1_900)))).toEqual({ 'place.photos_apart': 'look' });
  expect(sentences(taken(north(1_900)))).toEqual([
    'Photo 2 (Door) was taken 1.9 km from the place of the visit.',
  ]);
  const two = [north(1_900), north(3_000)].map((fix, at) => photoOf(at, { fix }));
  expect(sentences(caseOf({ photos: two }))[0]).toMatch(
    /^Photo 2 .* was taken 3\.0 km .* 1 more photo was far away too\.$/,
  );
  expect(found(taken(north(320)))).toEqual({});
  expect(found(taken(north(1_900, 150)))).toEqual({});
  expect(found(taken(north(1_900, null)))).toEqual({});
});

// Covers: evidence-3
test('a place that does not move by a centimetre', () => {
  const still = (count: number, more = {}) =>
    caseOf({
      visit: {
        fixes: Array.from({ length: count }, (_, at) => fixOf(door, noon + at * 9_000, more)),
      },
    });
  expect(found(still(6))).toEqual({ 'gps.frozen': 'look' });
  expect(sentences(still(6))[0]).toContain('exactly the same place 6 times in 45 seconds');
  expect(found(still(4))).toEqual({ 'gps.frozen': 'look' });
  expect(found(still(6, { altitude: null }))).toEqual({ 'gps.frozen': 'look' });
  expect(found(still(5, { altitude: null }))).toEqual({ 'gps.frozen': 'note' });
  expect(found(still(3))).toEqual({});
  expect(found(still(6, { accuracy_m: 25 }))).toEqual({});
  const moved = still(6);
  moved.visit.fixes[3] = fixOf(north(0.02), noon + 27_000);
  expect(found(moved)).toEqual({});
  // Reloading the page restarted the monotonic clock. The same place on both pages counts only after enough
  // time.
  const anew = (from: number, opened: number) =>
    [0, 1, 2].map((nth) => {
      const mono_ms = from + nth * 2_000;
      return fixOf(door, opened + mono_ms, { mono_ms });
    });
  const reloaded = (opened: number) =>
    caseOf({ photos: [], visit: { fixes: [...anew(90 * minute, noon), ...anew(0, opened)] } });
  expect(found(reloaded(noon + 90 * minute + 5_000))).toEqual({});
  expect(sentences(reloaded(noon + 95 * minute))[0]).toContain('6 times in 5 minutes');
  const startedElsewhere = still(6);
  startedElsewhere.visit.fixes.unshift(fixOf(north(-8_000), noon - 30 * minute));
  expect(found(startedElsewhere)).toEqual({ 'gps.frozen': 'look' });
  const ofPhotos = [0, 1, 2, 3].map((at) =>
    photoOf(at, { recordedFix: fixOf(door, noon + at * minute) }),
  );
  expect(found(caseOf({ photos: ofPhotos }))).toEqual({ 'gps.frozen': 'look' });
});

// Covers: evidence-3
test('a place that jumps there and back again', () => {
  const along = (...metres: number[]) =>
    caseOf({ visit: { fixes: metres.map((far, at) => fixOf(north(far), noon + at * 5_000)) } });
  expect(found(along(0, 8_000, 0, 8_000))).toEqual({ 'gps.jumps': 'look' });
  expect(sentences(along(0, 8_000, 0, 8_000))).toEqual([
    'The phone’s location jumped 3 times between spots 8.0 km apart.',
  ]);
  expect(found(along(0, 8_000, 0))).toEqual({});
  expect(found(along(0, 600, 1_200, 1_800, 2_400))).toEqual({});
  expect(found(along(0, 400, 0, 400))).toEqual({});
  // Reloading the page on the way restarted the monotonic clock. Places of the two pages must not be mixed.
  const onTheWay = [0, 0, 8_000, 8_000].map((far, nth) =>
    fixOf(north(far), noon + ([0, 4_000, 60_000, 63_000][nth] ?? 0), {
      mono_ms: [2_000, 6_000, 1_000, 4_000][nth] ?? 0,
    }),
  );
  expect(found(caseOf({ photos: [], visit: { fixes: onTheWay } }))).toEqual({});
  // The agent travels from the office to the door twice. Each journey takes `minutes`.
  const roundTrip = (minutes: number) =>
    [0, 8_000, 0, 8_000].map((far, nth) => fixOf(north(far), noon + nth * minutes * minute));
  expect(found(caseOf({ photos: [], visit: { fixes: roundTrip(20) } }))).toEqual({});
  expect(found(caseOf({ photos: [], visit: { fixes: roundTrip(4) } }))).toEqual({
    'gps.jumps': 'look',
  });
});

// Covers: evidence-3
test('travel from the previous visit, or to the next, that is too fast', () => {
  const before = (metres: number, minutes: number, more = {}) =>
    caseOf({ others: [otherVisit(-8 - minutes, north(metres), more)] });
  expect(found(before(14_000, 4))).toEqual({ 'travel.speed': 'serious' });
  expect(sentences(before(14_000, 4))[0]).toMatch(
    /^This visit and the previous visit \(application 5521\) are 14\.0 km apart, with only 4 minutes in between \(at least 20\d km\/h\)\.$/,
  );
  expect(found(before(14_000, 8))).toEqual({ 'travel.speed': 'look' });
  expect(found(before(14_000, 12))).toEqual({});
  expect(found(before(2_500, 1))).toEqual({ 'travel.speed': 'serious' });
  expect(found(caseOf({ others: [otherVisit(12, north(14_000))] }))).toEqual({
    'travel.speed': 'serious',
  });
  expect(sentences(caseOf({ others: [otherVisit(12, north(14_000))] }))[0]).toContain(
    'This visit and the next visit',
  );
  expect(found(caseOf({ others: [otherVisit(-4, north(14_000))] }))).toEqual({
    'travel.speed': 'serious',
  });
  for (const more of [
    { place: null },
    { place: north(14_000, 300) },
    { place: north(14_000, null) },
    { isClockKnown: false },
    { applicant: applicantOf() },
  ]) {
    expect(found(before(14_000, 4, more))).toEqual({});
  }
});

const ranks = { undefined: 0, look: 1, serious: 2 };
const rankOf = (one: CheckedVerification) =>
  ranks[String(found(one)['travel.speed']) as keyof typeof ranks];

// Covers: evidence-2
test('an inaccurate or unknown place never increases the speed', () => {
  const metres = fc.integer({ min: 0, max: 60_000 });
  const minutes = fc.integer({ min: -30, max: 120 });
  const exact = fc.integer({ min: 1, max: 190 });
  fc.assert(
    fc.property(metres, minutes, exact, fc.option(exact), (far, apart, accuracy, worse) => {
      const at = (accuracyM: number | null) =>
        rankOf(caseOf({ others: [otherVisit(-8 - apart, north(far, accuracyM))] }));
      const less = worse === null ? null : accuracy + worse;
      expect(at(less)).toBeLessThanOrEqual(at(accuracy));
    }),
  );
});

// Covers: evidence-3
test('many visits far apart in little time', () => {
  const row = (metres: number, minutes = 4) =>
    caseOf({
      others: [1, 2, 3].map((at) =>
        otherVisit(-at * minutes, north(at * metres), {
          present: { from: noon - at * minutes * minute, to: noon - at * minutes * minute },
          applicant: { ...someoneElse, id: at + 1 },
        }),
      ),
    });
  expect(found(row(1_200))['visit.dense']).toBe('serious');
  expect(sentences(row(1_200)).at(-1)).toBe(
    'This agent began 4 visits within 12 minutes, up to 3.6 km apart.',
  );
  expect(found(row(900))['visit.dense']).toBeUndefined();
  expect(found(row(1_200, 7))['visit.dense']).toBeUndefined();
  const lessKnown = row(1_200);
  lessKnown.others = lessKnown.others.map((other) => ({ ...other, place: null }));
  expect(found(lessKnown)).toEqual({});
});

// Covers: evidence-2
test('moments of a phone with unknown clock error are not compared with corrected ones', () => {
  const kilometres = (isClockKnown: (nth: number) => boolean) =>
    [1, 2, 3].map((nth) =>
      otherVisit(-nth * 4, north(nth * 1_200), {
        applicant: { ...someoneElse, id: nth + 1 },
        present: { from: noon - nth * 4 * minute, to: noon - nth * 4 * minute },
        isClockKnown: isClockKnown(nth),
      }),
    );
  const isDense = (isKnown: boolean, others: CheckedVerification['others']) =>
    'visit.dense' in found(caseOf({ visit: { isClockKnown: isKnown }, others }));
  const all = [true, false].map((isKnown) => kilometres(() => isKnown));
  expect(all.map((others) => isDense(true, others))).toEqual([true, false]);
  expect(all.map((others) => isDense(false, others))).toEqual([false, true]);
  expect(
    isDense(
      true,
      kilometres((nth) => nth !== 2),
    ),
  ).toBe(false);
});

// Covers: evidence-3
test('of any number of visits far apart in a short time a dozen are measured and shown', () => {
  let reads = 0;
  const others = Array.from({ length: 200 }, (_, nth) => {
    const { longitude, latitude, accuracyM } = north((nth + 1) * 2_000);
    const place = {
      ...{ longitude, accuracyM },
      get latitude() {
        reads += 1;
        return latitude;
      },
    };
    const at = noon - (200 - nth) * 5_000;
    return otherVisit(0, place, {
      ...{ verificationId: nth + 1, present: { from: at, to: at } },
      applicant: { ...someoneElse, id: nth + 2 },
    });
  });
  const dense = checks.find(({ id }) => id === 'visit.dense');
  const finding = dense?.find(caseOf({ others }), thresholds);
  expect(reads).toBeLessThan(1_000);
  expect(finding?.sentence).toMatch(/^This agent began at least 12 visits within /);
  expect(finding?.details?.places).toHaveLength(12);
  expect(finding?.details?.cases).toHaveLength(11);
  const most = dense?.find(caseOf({ others }), thresholdsWith({ denseVisits: 20 }));
  expect(most?.measured['visits']).toBe(20);
});

// Covers: evidence-3
test('short at the door, by one clock', () => {
  const stay = (seconds: number, more = {}, photos = [photoOf(0)]) =>
    caseOf({
      photos,
      visit: { arrivedAt: noon, leftAt: noon + seconds * 1000, isClockKnown: false, ...more },
    });
  expect(found(stay(40))).toEqual({ 'visit.short': 'serious' });
  expect(sentences(stay(40))).toEqual([
    'The agent was at the door for 40 seconds and answered 26 questions.',
  ]);
  expect(found(stay(100))).toEqual({ 'visit.short': 'look' });
  expect(found(stay(120))).toEqual({});
  expect(found(stay(-5))).toEqual({});
  expect(found(stay(40, { outcome: 'locked' }))).toEqual({});
  expect(found(stay(40, { arrivedAt: null }))).toEqual({});
  // The photos show that eight minutes passed, so the clock was set back during the visit.
  const minutes = (minutesOn: number) => photoOf(1, { monoMs: 3_600_000 + minutesOn * minute });
  expect(found(stay(40, {}, [photoOf(0), minutes(8)]))).toEqual({});
  expect(found(stay(40, {}, [photoOf(0), minutes(0.5)]))).toEqual({ 'visit.short': 'serious' });
  // Reloading the page between two photos restarted the monotonic clock.
  expect(found(stay(40, {}, [minutes(8), minutes(1)]))).toEqual({ 'visit.short': 'serious' });
  // The agent confirmed the arrival again. Earlier photos count unless they were taken elsewhere.
  const begun = { begunAt: noon - 20 * minute };
  const earlier = { capturedAt: noon - 9 * minute };
  expect(found(stay(40, begun, [photoOf(0, earlier)]))).toEqual({});
  expect(found(stay(40, begun, [photoOf(0, { ...earlier, fix: null })]))).toEqual({});
  expect(found(stay(40, begun, [photoOf(0, { ...earlier, fix: north(8_000) })]))).toMatchObject({
    'visit.short': 'serious',
  });
  expect(found(stay(40, { begunAt: noon }, [photoOf(0, earlier)]))).toEqual({
    'visit.short': 'serious',
  });
});

// Covers: evidence-3
test('photos older than the task', () => {
  const given = (assigned: number, more = {}) => caseOf({ firstAssignedAt: assigned, ...more });
  expect(found(given(noon + 2 * 24 * 60 * minute))).toEqual({ 'time.before_task': 'look' });
  expect(sentences(given(noon + 2 * 24 * 60 * minute))).toEqual([
    '3 of 3 photos are older than the task. The oldest is 2 days older.',
  ]);
  expect(found(given(noon + 9 * minute))).toEqual({});
  expect(found(given(noon + 11 * minute, { visit: { isClockKnown: false } }))).toEqual({});
  const old = [photoOf(0, { source: 'file', capturedAt: noon - 22 * 60 * minute })];
  expect(sentences(caseOf({ firstAssignedAt: null, photos: old }))).toEqual([
    '1 of 1 photo is older than the visit. The oldest is 22 hours older.',
  ]);
  // The agent came twice: the photo is older than the second arrival, but not older than the visit.
  const twice = { begunAt: noon - 5 * 60 * minute };
  const morning = [photoOf(0, { capturedAt: noon - 4 * 60 * minute })];
  expect(found(caseOf({ photos: morning, visit: twice }))).toEqual({});
  const hourAgo = [photoOf(0, { source: 'file', capturedAt: noon - 60 * minute })];
  expect(found(caseOf({ firstAssignedAt: null, photos: hourAgo }))).toEqual({});
  // The camera's time in the app's record counts for a picture that was chosen in the app.
  const taken_at = new Date(noon - 26 * 60 * minute).toISOString();
  const original = {
    ...{ bytes: 2_000_000, kind: 'image/jpeg', width: 4000, height: 3000 },
    ...{ has_camera: true, taken_at, is_named_by_messenger: false },
  };
  const chosen = caseOf({ photos: [photoOf(0, { source: 'camera_app', original })] });
  expect(sentences(chosen)).toEqual([
    '1 of 1 photo is older than the visit. The oldest is 26 hours older.',
  ]);
  const photos = [barePhoto({ takenAt: noon })];
  expect(found(given(noon + 11 * 60 * minute, { photos }))).toEqual({});
  expect(found(given(noon + 13 * 60 * minute, { photos }))).toEqual({ 'time.before_task': 'look' });
});

// Covers: evidence-3
test('a clock set back during the visit, or one that shows a time after its arrival', () => {
  const setBack = (by: number) =>
    caseOf({
      photos: [photoOf(0), photoOf(1), photoOf(2, { capturedAt: noon + 2 * minute - by })],
    });
  expect(found(setBack(30 * minute))).toEqual({ 'time.order': 'look' });
  expect(sentences(setBack(30 * minute))).toEqual([
    'The phone’s clock was set back by 30 minutes during the visit.',
  ]);
  expect(found(setBack(9 * minute))).toEqual({});
  // The monotonic clock stopped while the phone slept.
  expect(
    found(caseOf({ photos: [photoOf(0), photoOf(1, { capturedAt: noon + 15 * minute })] })),
  ).toEqual({});
  // Reloading the page between two photos restarted the monotonic clock.
  const hours = 120 * minute;
  const first = photoOf(0);
  const reloaded = [{ ...first, monoMs: (first.monoMs ?? 0) + hours }, photoOf(3)];
  expect(found(caseOf({ photos: reloaded }))).toEqual({});
  const ahead = (by: number, more = {}) =>
    caseOf({ visit: { receivedAt: noon + 10 * minute - by, ...more } });
  expect(found(ahead(6 * minute))).toEqual({ 'time.order': 'look' });
  // The sentence gives no time of the change, because the phone may have been offline for long before the
  // visit.
  expect(sentences(ahead(6 * minute))).toEqual([
    'The phone’s clock was changed after the phone’s last contact with the server: the phone recorded a time 6 minutes after the visit arrived.',
  ]);
  const times = runChecks(ahead(6 * minute), thresholds)[0]?.details?.times;
  expect(times?.map(({ label }) => label)).toEqual(['On the phone', 'Received']);
  expect(found(ahead(4 * minute))).toEqual({});
  expect(found(ahead(6 * minute, { isClockKnown: false }))).toEqual({});
});

// Covers: evidence-3
test('the same words in visits to several others', () => {
  const words = 'Met the applicant’s wife at home - a flat on the second floor!';
  const said = (count: number, text = words) =>
    caseOf({
      recentWords: Array.from({ length: count }, (_, at) => ({
        verificationId: 900 - at,
        applicantId: at + 10,
        words: [text],
      })),
    });
  expect(found(said(3))).toEqual({ 'facts.copied': 'look' });
  expect(sentences(said(6))).toEqual([
    'This agent wrote the same remark in 7 visits within 30 days.',
  ]);
  const heard = 'He has lived here since his wedding and owes nobody any money.';
  const mixed = said(5);
  mixed.visit.words = [words, heard, ''];
  for (const one of mixed.recentWords.slice(1)) one.words = [heard];
  expect(sentences(mixed)).toEqual([
    'This agent wrote the same words of a neighbour in 5 visits within 30 days.',
  ]);
  const often = said(9);
  often.recentWords.push({ verificationId: 800, applicantId: 10, words: [words] });
  expect(runChecks(often, thresholds)[0]).toMatchObject({
    measured: { visits: 10 },
    details: { cases: [900, 899, 898, 897, 896, 895] },
    otherApplicants: [10, 11, 12, 13, 14, 15],
  });
  const neighbour = said(3);
  neighbour.visit.words = ['Met him at home', words, ''];
  expect(sentences(neighbour)).toEqual([
    'This agent wrote the same words of a neighbour in 4 visits within 30 days.',
  ]);
  expect(found(said(2))).toEqual({});
  expect(found(said(5, `${words} today`))).toEqual({});
  const short = said(9, 'OK');
  short.visit.words = ['ok', 'NA', ''];
  expect(found(short)).toEqual({});
  const revisits = said(5);
  revisits.recentWords = revisits.recentWords.map((one) => ({ ...one, applicantId: 1 }));
  expect(found(revisits)).toEqual({});
});

// Covers: evidence-3
test('a visit that no known phone signed, and a phone that signs for two', () => {
  expect(found(caseOf({ visit: { phone: null } }))).toEqual({ 'device.unknown': 'look' });
  expect(found(caseOf({ visit: { phone: null, isFromPhone: false } }))).toEqual({});
  const phone = { id: 'phone', label: 'Android, Chrome', colleagues: [{ name: 'Ravi', at: noon }] };
  expect(found(caseOf({ visit: { phone } }))).toEqual({ 'device.shared': 'look' });
  expect(sentences(caseOf({ visit: { phone } }))).toEqual([
    'The same phone (Android, Chrome) also signed visits of Ravi on that day.',
  ]);
  const of = (names: string[]) => ({
    ...caseOf({
      visit: { phone: { ...phone, colleagues: names.map((name) => ({ name, at: noon })) } },
    }),
  });
  const isFound = (one: CheckedVerification, changed: object) =>
    runChecks(one, thresholdsWith(changed)).length > 0;
  expect(isFound(of(['Ravi']), { sharedAgents: 3 })).toBe(false);
  expect(isFound(of(['Ravi', 'Ravi']), { sharedAgents: 3 })).toBe(true);
  expect(isFound(of(['Ravi', 'Asha']), { sharedAgents: 3 })).toBe(true);
  expect(isFound(caseOf({ visit: { phone: null } }), { unknownPhones: 0 })).toBe(false);
});
