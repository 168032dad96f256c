import { type CheckId, checkIds, checkTraits } from '@doorstep/contract/evidence/checks';
import type { EvidenceLevel } from '@doorstep/contract/evidence/levels';
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
const hour = 60 * minute;
const found = (one: CheckedVerification) =>
  Object.fromEntries(runChecks(one, thresholds).map(({ check, level }) => [check, level]));
const sentences = (one: CheckedVerification) =>
  runChecks(one, thresholds).map(({ sentence }) => sentence);

/** Asserts that each verification has this finding and no other. */
const expectOnly = (check: CheckId, level: EvidenceLevel, ...ones: CheckedVerification[]) =>
  expect(ones.map(found)).toEqual(ones.map(() => ({ [check]: level })));
const expectNothing = (...ones: CheckedVerification[]) =>
  expect(ones.map(found)).toEqual(ones.map(() => ({})));

const withPhotos = (...photos: CheckedVerification['photos']) => caseOf({ photos });
/** Returns the app's record of a picture that the agent chose in the app. */
const originalOf = (more: object = {}) => ({
  ...{ bytes: 180_000, kind: 'image/jpeg', width: 960, height: 1280 },
  ...{ has_camera: false, taken_at: null, is_named_by_messenger: false },
  ...more,
});

test('the checks are those of the contract, in its order, each with its words', () => {
  expect(checks.map(({ id }) => id)).toEqual([...checkIds]);
  for (const id of checkIds) expect(checkTraits[id].falseAlarms).not.toBe('');
});

// Covers: evidence-9
test('each threshold lists the checks that read it', () => {
  const read = new Set<string>();
  const learned = { ...door, visits: 143, p95M: 2_100 };
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

// Covers: evidence-9
test("the default thresholds don't contradict each other, and ordered ones belong to one check", () => {
  for (const [low, high] of inOrder) {
    expect(thresholds[low]).toBeLessThanOrEqual(thresholds[high]);
    expect(thresholdTable[low].checks[0]).toBe(thresholdTable[high].checks[0]);
  }
});

// Covers: evidence-1, evidence-2
test('an honest visit has no findings, and unknown values cause none', () => {
  expectNothing(caseOf(), bareCase());
});

const sameFile = (...others: ReturnType<typeof elsewhere>[]) => photoOf(0, { sameFile: others });

// Covers: evidence-3
test('the same file in a verification of another address', () => {
  const again = elsewhere({ verificationId: 60_003 });
  const second = photoOf(1, { sameFile: [elsewhere(), again] });
  const twice = withPhotos(sameFile(elsewhere()), second);
  expect(runChecks(twice, thresholds)).toMatchObject([
    {
      ...{ check: 'photo.same_file', level: 'serious' },
      sentence:
        '2 photos of this visit were also sent for application 5521 (another address) on Mar 3, 2026.',
      details: {
        photos: [0, 1].map((at) => ({ photoId: `photo-${at}`, otherPhotoId: 'other-photo' })),
        cases: [60_002, 60_003],
      },
      otherApplicants: [2],
    },
  ]);
  const flat = photoOf(0, { sameFile: [elsewhere()], isFlat: true });
  expectOnly('photo.same_file', 'look', withPhotos(flat));
  expect(sentences(withPhotos(flat))[0]).toMatch(/ on Mar 3, 2026\. A photo without contrast/);
  expectOnly('photo.same_file', 'serious', withPhotos(flat, second));
  const office = applicantOf({ id: 2, address: '4 Mill Street' });
  expect(sentences(withPhotos(sameFile(elsewhere({ applicant: office }))))).toEqual([
    '1 photo of this visit was also sent for another contact point of this application (another address) on Mar 3, 2026.',
  ]);
  const byColleague = withPhotos(sameFile(elsewhere({ agentId: 8 })));
  expect(sentences(byColleague)[0]).toContain(' by Ravi on ');
});

// Covers: evidence-3
test('the files that a colleague sent for the same applicant before', () => {
  const earlier = elsewhere({ applicant: applicantOf(), agentId: 8, place: door });
  expect(runChecks(withPhotos(sameFile(earlier)), thresholds)).toMatchObject([
    {
      ...{ check: 'photo.same_file', level: 'serious', otherApplicants: [1] },
      sentence: '1 photo of this visit was also sent for this applicant by Ravi on Mar 3, 2026.',
    },
  ]);
  const attempt = { ...earlier, verificationId: null, isAttempt: true };
  expect(sentences(withPhotos(sameFile(attempt)))[0]).toContain(
    ' was also sent for an attempt to visit this applicant by Ravi on ',
  );
  expectNothing(withPhotos(sameFile({ ...earlier, agentId: 7 })));
  // The sentence names the visit to another applicant, although the colleague's visit comes first.
  const [both] = runChecks(withPhotos(sameFile(earlier, elsewhere())), thresholds);
  expect(both?.sentence).toContain(' for application 5521 (another address) on ');
  expect(both?.otherApplicants).toEqual([1, 2]);
});

// Covers: evidence-15
test('a photo that was sent for an attempt elsewhere, or a held visit', () => {
  const attempt = elsewhere({ verificationId: null, isAttempt: true });
  const held = elsewhere({ verificationId: null, applicant: { ...someoneElse, id: 3 } });
  const alike = { ...held, dhashDistance: 1, phashDistance: 2 };
  const one = withPhotos(sameFile(attempt, held), photoOf(1, { alike: [alike] }));
  expect(sentences(one)).toEqual([
    '1 photo of this visit was also sent for an attempt to visit application 5521 (another address) on Mar 3, 2026, and for 1 more case.',
    'Photo 2 looks like photo 2 of a held visit to application 5521 (Mar 3, 2026). Two comparisons of 64 points each found 1 difference (up to 6 count as alike) and 2 (up to 8).',
  ]);
  const [finding] = runChecks(one, thresholds);
  expect(finding?.details?.cases).toEqual([]);
  expect(finding?.otherApplicants).toEqual([2, 3]);
});

// Covers: evidence-3
test.each([
  ['the same address', { applicant: applicantOf({ id: 2, address: '1, test road' }) }],
  [
    'another contact point of the application at the same place',
    { applicant: applicantOf({ id: 2, address: 'Flat 1, Test Road' }), place: north(40) },
  ],
])('the same file for %s is no finding', (_, more) => {
  expectNothing(withPhotos(sameFile(elsewhere(more))));
});

// Covers: evidence-4
test('a sentence does not name an application of another portfolio', () => {
  const applicant = { ...someoneElse, portfolioName: 'Other Bank' };
  const one = caseOf({
    photos: [sameFile(elsewhere({ applicant }))],
    others: [otherVisit(-10, north(14_000), { applicant })],
  });
  expect(sentences(one)).toHaveLength(2);
  for (const sentence of sentences(one)) {
    expect(sentence).toContain('an application of another portfolio');
    expect(sentence).not.toContain('5521');
  }
});

// Covers: evidence-3
test('a photo similar to one of another address', () => {
  const alike = { ...elsewhere(), dhashDistance: 5, phashDistance: 4 };
  const second = withPhotos(photoOf(0), photoOf(1, { alike: [alike] }));
  expectOnly('photo.lookalike', 'look', second);
  expect(sentences(second)).toEqual([
    'Photo 2 looks like photo 2 of application 5521 (Mar 3, 2026). Two comparisons of 64 points each found 5 differences (up to 6 count as alike) and 4 (up to 8).',
  ]);
  const lessAlike = { ...alike, dhashDistance: 6, phashDistance: 8 };
  const both = withPhotos(photoOf(0, { alike: [lessAlike, alike] }));
  expect(sentences(both)[0]).toContain('found 5 differences');
  const like = (more: object) => withPhotos(photoOf(0, { alike: [{ ...alike, ...more }] }));
  const applicant = applicantOf({ id: 2, address: '2 Test Road' });
  expectNothing(
    ...[like({ dhashDistance: 7 }), like({ phashDistance: 9 })],
    like({ applicant, place: north(90) }),
  );
  const near = like({ place: north(90) });
  expectOnly('photo.lookalike', 'look', like({ applicant, place: north(150) }), near);
  expectOnly('photo.lookalike', 'look', like({ applicant, place: null }));
  expectNothing(like({ applicant: applicantOf({ id: 2 }) }));
  const three = [0, 1, 2].map((at) => photoOf(at, { alike: [alike] }));
  const more = [2, 3].map((most) => sentences(withPhotos(...three.slice(0, most)))[0]);
  expect(more[0]).toContain('. 1 more photo is similar too.');
  expect(more[1]).toContain('. 2 more photos are similar too.');
});

// Covers: evidence-3
test('a photo that came through a messenger, or of a screen', () => {
  const sent = (more: object) =>
    caseOf({ photos: [barePhoto(more)], visit: { isFromPhone: false } });
  const screen = { kind: 'image/png', width: 1080, height: 2400 };
  const upright = { width: 960, height: 1280 };
  expectOnly('photo.imported', 'look', sent({}), sent(upright), sent(screen));
  expectNothing(
    ...[sent({ width: 3000 }), sent({ takenAt: noon }), sent({ hasPlaceInFile: true })],
    sent({ source: 'viewfinder' }),
  );
  const twenty = withPhotos(...Array.from({ length: 20 }, () => barePhoto()));
  expect(sentences(twenty)).toEqual([
    '20 photos look as if sent through a messaging app: no camera data, and the longest edge has exactly 1600 pixels.',
  ]);
  const screens = withPhotos(barePhoto(screen), barePhoto(screen));
  expect(sentences(screens)).toEqual([
    '2 photos have the shape of a phone’s screen and no camera data.',
  ]);
  const heldTo = (importedPhotos: number) =>
    runChecks(twenty, { ...thresholds, importedPhotos }).map(({ check }) => check);
  expect(heldTo(20)).toContain('photo.imported');
  expect(heldTo(21)).not.toContain('photo.imported');
  expect(heldTo(0)).not.toContain('photo.imported');
});

// Covers: evidence-3
test('a picture that was chosen in the app, which re-encodes it', () => {
  const chosen = (original: object, more: object = {}) =>
    withPhotos(photoOf(0, { source: 'camera_app', original: originalOf(original), ...more }));
  const messenger = chosen({ height: 1400, is_named_by_messenger: true });
  const screen = chosen({ kind: 'image/png', width: 1080, height: 2400 });
  expectOnly('photo.imported', 'look', chosen({}), messenger, screen);
  expect([...sentences(messenger), ...sentences(screen)]).toEqual([
    '1 photo looks as if sent through a messaging app: no camera data, and a file name like those of messengers.',
    '1 photo has the shape of a phone’s screen and no camera data.',
  ]);
  // The cropped picture has a messenger's size, but the size of the original file counts.
  const camera = { width: 4000, height: 3000, has_camera: true };
  expectNothing(
    ...[chosen({ height: 1400 }), chosen({ has_camera: null })],
    chosen({ has_camera: true, is_named_by_messenger: true }),
    chosen(camera, { width: 1280, height: 700 }),
    chosen({ taken_at: new Date(noon).toISOString() }),
  );
});

const thane = around('400', 'Thane');
const pune = { pinCode: '411057', district: 'Pune', around: thane, learned: null };
const inDistrict = (more: Partial<CheckedVerification['pin']>) =>
  caseOf({ pin: { ...pune, ...more } });
/** Returns the pin codes around Thane, and changes the one at this index. */
const thaneBut = (index: number, more: object, others = thane) =>
  others.map((other, at) => (at === index ? { ...other, ...more } : other));

// Covers: evidence-3
test('a phone in another district than the address', () => {
  expectOnly('place.district', 'serious', inDistrict({}));
  expect(sentences(inDistrict({}))[0]).toBe(
    'The phone was in Thane, but the address is in Pune (411057). None of the 25 pin codes within 12 km of the phone belongs to that district.',
  );
  const [reaching] = runChecks(inDistrict({ around: thaneBut(24, { km: 13.41 }) }), thresholds);
  expect(reaching?.measured).toEqual({ pin_codes: 25, km: 13.5 });
  expect(reaching?.sentence).toContain('None of the 25 pin codes within 13.5 km of the phone');
  const roughly = { latitude: 18.603, longitude: 73.763 };
  const places = runChecks(inDistrict({ roughly }), thresholds)[0]?.details?.places;
  expect(places?.map(({ label }) => label)).toEqual(['The visit', 'Area of 411057']);
  // On an island, only a few pin codes are near.
  expect(sentences(inDistrict({ around: thane.slice(0, 11) }))).toEqual([
    'The phone was in Thane, but the address is in Pune (411057). None of the 11 pin codes within 200 km of the phone belongs to that district.',
  ]);
  const island = [...thane.slice(0, 10), { pinCode: '411001', district: '', km: 180 }];
  expectNothing(
    inDistrict({ around: thaneBut(24, { pinCode: '411001' }) }),
    inDistrict({ around: thaneBut(3, { district: 'PUNE' }) }),
    ...[inDistrict({ district: null }), inDistrict({ around: island })],
    caseOf({ pin: pune, photos: [], visit: { place: north(0, 6_000) } }),
  );
});

// Covers: evidence-3
test('a phone far from all of India', () => {
  const at = (accuracyM: number | null, more = {}) =>
    caseOf({
      ...{ photos: [], visit: { place: north(0, accuracyM) } },
      pin: { ...pune, around: null, ...more },
    });
  expectOnly('place.district', 'serious', at(12));
  expect(sentences(at(12))).toEqual([
    'The phone was more than 200 km from every pin code of India, but the address is in Pune (411057).',
  ]);
  // An API client's coordinates may be a placeholder, and an unknown pin code has no district.
  const nowhere = { ...at(12), visit: { ...at(12).visit, place: null, fixes: [] } };
  expectNothing(at(null), at(6_000), at(12, { district: null }), nowhere);
});

// Covers: evidence-3
test('a pin code missing from the table is judged by its postal district, which has no name', () => {
  const unlisted = { pinCode: '411999', district: '' };
  expect(sentences(inDistrict(unlisted))).toEqual([
    'The phone was in Thane, but the address is in the postal district 411 (411999). None of the 25 pin codes within 12 km of the phone belongs to that district.',
  ]);
  const unnamed = around('400', '');
  expectOnly('place.district', 'serious', inDistrict({ ...unlisted, around: unnamed }));
  const there = thaneBut(20, { pinCode: '411002' }, unnamed);
  expectNothing(inDistrict({ ...unlisted, around: there }));
});

const learned = { latitude: door.latitude, longitude: door.longitude, visits: 143, p95M: 2_100 };

// Covers: evidence-3
test('a place far from where visits to the pin code usually are', () => {
  const at = (metres: number, accuracyM = 12, more = {}) =>
    caseOf({
      ...{ photos: [], visit: { place: north(metres, accuracyM) } },
      pin: { pinCode: '400093', district: null, around: null, learned: { ...learned, ...more } },
    });
  expect(sentences(at(6_212))).toEqual([
    'The visit was at least 6.2 km from the usual place of visits to 400093. Most of 143 visits were within 2.1 km.',
  ]);
  expectOnly('place.unusual', 'look', at(6_212), at(2_100, 12, { p95M: 100 }));
  expectNothing(
    ...[at(4_100), at(6_212, 5_000), at(6_212, 12, { visits: 19 })],
    at(1_900, 12, { p95M: 100 }),
  );
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
  const two = ['400001', '400002'];
  expect(sentences(at(two))).toEqual([
    'Within 12 hours of this visit, this agent made 2 other visits at most 30 m from this place, for addresses in 2 other pin codes.',
  ]);
  expectOnly('place.one_desk', 'look', at(two), at(['400001']));
  expectNothing(at(['400093', '400093']), at(two, 90), at(two, 30, { place: null }));
  const far = {
    ...at(['400001']),
    pin: { ...caseOf().pin, learned: { ...learned, ...north(9_000) } },
  };
  expect(found(far)).toEqual({ 'place.unusual': 'look', 'place.one_desk': 'look' });
});

// Covers: evidence-3
test('a photo taken away from the place of the visit', () => {
  const taken = (fix: CheckedVerification['photos'][number]['fix']) =>
    withPhotos(photoOf(0), photoOf(1, { fix }));
  expectOnly('place.photos_apart', 'look', taken(north(1_900)));
  expect(sentences(taken(north(1_900)))).toEqual([
    'Photo 2 (Door) was taken 1.9 km from the place of the visit.',
  ]);
  const two = [north(1_900), north(3_000)].map((fix, at) => photoOf(at, { fix }));
  expect(sentences(withPhotos(...two))[0]).toMatch(
    /^Photo 2 .* was taken 3\.0 km .* 1 more photo was far away too\.$/,
  );
  const three = withPhotos(...two, photoOf(2, { fix: north(5_000), shows: '' }));
  expect(sentences(three)[0]).toMatch(/^Photo 3 was taken .* 2 more photos were far away too\.$/);
  expectNothing(taken(north(320)), taken(north(1_900, 150)), taken(north(1_900, null)));
});

const withFixes = (...fixes: CheckedVerification['visit']['fixes']) => caseOf({ visit: { fixes } });

// Covers: evidence-3
test('a place that does not move by a centimetre', () => {
  const still = (count: number, more = {}) =>
    withFixes(...Array.from({ length: count }, (_, at) => fixOf(door, noon + at * 9_000, more)));
  expect(sentences(still(6))[0]).toContain('exactly the same place 6 times in 45 seconds');
  const startedElsewhere = still(6);
  startedElsewhere.visit.fixes.unshift(fixOf(north(-8_000), noon - 30 * minute));
  const ofPhotos = [0, 1, 2, 3].map((at) =>
    photoOf(at, { recordedFix: fixOf(door, noon + at * minute) }),
  );
  expectOnly('gps.frozen', 'look', still(6), still(4), still(6, { altitude: null }));
  expectOnly('gps.frozen', 'look', startedElsewhere, withPhotos(...ofPhotos));
  expectOnly('gps.frozen', 'note', still(5, { altitude: null }));
  const moved = still(6);
  moved.visit.fixes[3] = fixOf(north(0.02), noon + 27_000);
  expectNothing(still(3), still(6, { accuracy_m: 25 }), moved);
  // Reloading the page restarted the monotonic clock. The same place before and after is a finding only if
  // the first and the last reading are at least 20 seconds apart.
  const page = (from: number, opened: number) =>
    [0, 2_000, 4_000].map((later) => fixOf(door, opened + from + later, { mono_ms: from + later }));
  const reloaded = (opened: number) => withFixes(...page(90 * minute, noon), ...page(0, opened));
  expectNothing(reloaded(noon + 90 * minute + 5_000));
  expect(sentences(reloaded(noon + 95 * minute))[0]).toContain('6 times in 5 minutes');
});

// Covers: evidence-3
test('a place that jumps there and back again', () => {
  const along = (metres: number[], apart = 5_000) =>
    withFixes(...metres.map((far, at) => fixOf(north(far), noon + at * apart)));
  const back = [0, 8_000, 0, 8_000];
  // The agent may travel between the office and the door, but not in four minutes.
  expectOnly('gps.jumps', 'look', along(back), along(back, 4 * minute));
  expect(sentences(along(back))).toEqual([
    'The phone’s location jumped 3 times between spots up to 8.0 km apart.',
  ]);
  // Reloading the page on the way restarted the monotonic clock. If the GPS fixes were sorted by this clock,
  // their places would alternate.
  const reloaded = withFixes(
    fixOf(north(0), noon, { mono_ms: 2_000 }),
    fixOf(north(0), noon + 4_000, { mono_ms: 6_000 }),
    fixOf(north(8_000), noon + 60_000, { mono_ms: 1_000 }),
    fixOf(north(8_000), noon + 63_000, { mono_ms: 4_000 }),
  );
  expectNothing(
    ...[along([0, 8_000, 0]), along([0, 600, 1_200, 1_800, 2_400]), along([0, 400, 0, 400])],
    ...[along(back, 20 * minute), reloaded],
  );
});

// Covers: evidence-3
test('travel from the previous visit, or to the next, that is too fast', () => {
  const visited = (minutes: number, metres: number, more = {}) =>
    caseOf({ others: [otherVisit(minutes, north(metres), more)] });
  const before = (metres: number, minutes: number, more = {}) =>
    visited(-8 - minutes, metres, more);
  expect(sentences(before(14_000, 4))[0]).toMatch(
    /^This visit and the previous visit \(application 5521\) are 14\.0 km apart, with only 4 minutes in between \(at least 20\d km\/h\)\.$/,
  );
  const next = visited(12, 14_000);
  expect(sentences(next)[0]).toContain('This visit and the next visit');
  expectOnly('travel.speed', 'serious', before(14_000, 4), before(2_500, 1));
  expectOnly('travel.speed', 'serious', next, visited(-4, 14_000));
  expectOnly('travel.speed', 'look', before(14_000, 8));
  expectNothing(
    before(14_000, 12),
    before(14_000, 4, { place: null }),
    before(14_000, 4, { place: north(14_000, 300) }),
    before(14_000, 4, { place: north(14_000, null) }),
    before(14_000, 4, { isClockKnown: false }),
    before(14_000, 4, { applicant: applicantOf() }),
  );
});

// Covers: evidence-2
test('an inaccurate or unknown place never increases the speed', () => {
  const ranks = [undefined, 'look', 'serious'];
  const metres = fc.integer({ min: 0, max: 60_000 });
  const minutes = fc.integer({ min: -30, max: 120 });
  const exact = fc.integer({ min: 1, max: 190 });
  fc.assert(
    fc.property(metres, minutes, exact, fc.option(exact), (far, apart, accuracy, worse) => {
      const rank = (accuracyM: number | null) => {
        const others = [otherVisit(-8 - apart, north(far, accuracyM))];
        return ranks.indexOf(found(caseOf({ others }))['travel.speed']);
      };
      const less = worse === null ? null : accuracy + worse;
      expect(rank(less)).toBeLessThanOrEqual(rank(accuracy));
    }),
  );
});

/**
 * Returns three earlier visits, at one, two and three times this distance and time from the checked visit.
 */
const rowOf = (metres: number, minutes = 4, moreOf: (nth: number) => object = () => ({})) =>
  [1, 2, 3].map((nth) => {
    const at = noon - nth * minutes * minute;
    return otherVisit(0, north(nth * metres), {
      applicant: { ...someoneElse, id: nth + 1 },
      ...{ present: { from: at, to: at }, ...moreOf(nth) },
    });
  });
const isDense = (others: CheckedVerification['others'], isClockKnown = true) =>
  'visit.dense' in found(caseOf({ visit: { isClockKnown }, others }));

// Covers: evidence-3
test('many visits far apart in little time', () => {
  const dense = caseOf({ others: rowOf(1_200) });
  expect(found(dense)['visit.dense']).toBe('serious');
  expect(sentences(dense).at(-1)).toBe(
    'This agent began 4 visits within 12 minutes, up to 3.6 km apart.',
  );
  expect(runChecks(dense, thresholds).at(-1)?.otherApplicants).toEqual([2, 3, 4]);
  expect(isDense(rowOf(900))).toBe(false);
  expect(isDense(rowOf(1_200, 7))).toBe(false);
  expectNothing(caseOf({ others: rowOf(1_200, 4, () => ({ place: null })) }));
});

// Covers: evidence-2
test('moments of a phone with unknown clock error are not compared with corrected ones', () => {
  const row = (isKnown: (nth: number) => boolean) =>
    rowOf(1_200, 4, (nth) => ({ isClockKnown: isKnown(nth) }));
  const [known, unknown] = [row(() => true), row(() => false)];
  expect([isDense(known), isDense(unknown)]).toEqual([true, false]);
  expect([isDense(known, false), isDense(unknown, false)]).toEqual([false, true]);
  expect(isDense(row((nth) => nth !== 2))).toBe(false);
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
  expect(most?.details?.cases).toHaveLength(12);
  expect(most?.details?.moreCases).toBe(7);
});

// Covers: evidence-3
test('short at the door, by one clock', () => {
  const stay = (seconds: number, more = {}, photos = [photoOf(0)]) =>
    caseOf({
      photos,
      visit: { arrivedAt: noon, leftAt: noon + seconds * 1000, isClockKnown: false, ...more },
    });
  expect(sentences(stay(40))).toEqual([
    'The agent was at the door for 40 seconds and answered 26 questions.',
  ]);
  expectOnly('visit.short', 'look', stay(100));
  // By the monotonic clock, the photo `later(8)` was taken eight minutes after the first photo. So the wall
  // clock was set back during the visit.
  const later = (minutesOn: number) => photoOf(1, { monoMs: hour + minutesOn * minute });
  // The agent confirmed the arrival again later. The stay then begins with the visit's first photo, unless
  // that photo was taken elsewhere.
  const begun = { begunAt: noon - 20 * minute };
  const earlier = (more = {}) => [photoOf(0, { capturedAt: noon - 9 * minute, ...more })];
  expectNothing(
    ...[stay(120), stay(-5), stay(40, { outcome: 'locked' }), stay(40, { arrivedAt: null })],
    stay(40, {}, [photoOf(0), later(8)]),
    ...[stay(40, begun, earlier()), stay(40, begun, earlier({ fix: null }))],
  );
  // Reloading the page between two photos restarted the monotonic clock.
  const reloaded = stay(40, {}, [later(8), later(1)]);
  const soon = stay(40, {}, [photoOf(0), later(0.5)]);
  const begunNow = stay(40, { begunAt: noon }, earlier());
  expectOnly('visit.short', 'serious', stay(40), reloaded, soon, begunNow);
  const away = stay(40, begun, earlier({ fix: north(8_000) }));
  expect(found(away)).toMatchObject({ 'visit.short': 'serious' });
});

// Covers: evidence-3
test('photos older than the task', () => {
  const given = (firstAssignedAt: number | null, more = {}) => caseOf({ firstAssignedAt, ...more });
  const days = given(noon + 48 * hour);
  expect(sentences(days)).toEqual([
    '3 of 3 photos are older than the task. The oldest is 2 days older.',
  ]);
  const file = (hours: number) => [photoOf(0, { source: 'file', capturedAt: noon - hours * hour })];
  expect(sentences(given(null, { photos: file(22) }))).toEqual([
    '1 of 1 photo is older than the visit. The oldest is 22 hours older.',
  ]);
  // For a picture that the agent chose in the app, the app's record has the camera's time, which counts.
  const taken_at = new Date(noon - 26 * hour).toISOString();
  const original = originalOf({ width: 4000, height: 3000, has_camera: true, taken_at });
  expect(sentences(withPhotos(photoOf(0, { source: 'camera_app', original })))).toEqual([
    '1 of 1 photo is older than the visit. The oldest is 26 hours older.',
  ]);
  const photos = [barePhoto({ takenAt: noon })];
  expectOnly('time.before_task', 'look', days, given(noon + 13 * hour, { photos }));
  // The agent came twice: the photo is older than the second arrival, but not older than the visit.
  const twice = { begunAt: noon - 5 * hour };
  const morning = [photoOf(0, { capturedAt: noon - 4 * hour })];
  expectNothing(
    given(noon + 9 * minute),
    given(noon + 11 * minute, { visit: { isClockKnown: false } }),
    caseOf({ photos: morning, visit: twice }),
    given(null, { photos: file(1) }),
    given(noon + 11 * hour, { photos }),
  );
});

// Covers: evidence-3
test('a clock set back during the visit, or one that shows a time after its arrival', () => {
  const setBack = (by: number) =>
    withPhotos(photoOf(0), photoOf(1), photoOf(2, { capturedAt: noon + 2 * minute - by }));
  expect(sentences(setBack(30 * minute))).toEqual([
    'The phone’s clock was set back by 30 minutes during the visit.',
  ]);
  const ahead = (by: number, more = {}) =>
    caseOf({ visit: { receivedAt: noon + 10 * minute - by, ...more } });
  // The sentence doesn't say when the clock was changed, because the phone may have been offline for long
  // before the visit.
  expect(sentences(ahead(6 * minute))).toEqual([
    'The phone’s clock was changed after the phone’s last contact with the server: the phone recorded a time 6 minutes after the visit arrived.',
  ]);
  const times = runChecks(ahead(6 * minute), thresholds)[0]?.details?.times;
  expect(times?.map(({ label }) => label)).toEqual(['On the phone', 'Received']);
  expectOnly('time.order', 'look', setBack(30 * minute), ahead(6 * minute));
  // The monotonic clock stopped while the phone slept.
  const slept = withPhotos(photoOf(0), photoOf(1, { capturedAt: noon + 15 * minute }));
  // Reloading the page between two photos restarted the monotonic clock.
  const reloaded = withPhotos(photoOf(0, { monoMs: 3 * hour }), photoOf(3));
  expectNothing(
    ...[setBack(9 * minute), slept, reloaded],
    ...[ahead(4 * minute), ahead(6 * minute, { isClockKnown: false })],
  );
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
  expectOnly('facts.copied', 'look', said(3));
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
  const short = said(9, 'OK');
  short.visit.words = ['ok', 'NA', ''];
  const revisits = said(5);
  for (const one of revisits.recentWords) one.applicantId = 1;
  expectNothing(said(2), said(5, `${words} today`), short, revisits);
});

// Covers: evidence-3
test('a visit that no known phone signed, and a phone that signs for two', () => {
  const unknown = caseOf({ visit: { phone: null } });
  expectOnly('device.unknown', 'look', unknown);
  expectNothing(caseOf({ visit: { phone: null, isFromPhone: false } }));
  const of = (...names: string[]) => {
    const colleagues = names.map((name) => ({ name, at: noon }));
    return caseOf({ visit: { phone: { id: 'phone', label: 'Android, Chrome', colleagues } } });
  };
  expectOnly('device.shared', 'look', of('Ravi'));
  expect(sentences(of('Ravi'))).toEqual([
    'The same phone (Android, Chrome) also signed visits of Ravi on that day.',
  ]);
  const isFound = (one: CheckedVerification, changed: object) =>
    runChecks(one, thresholdsWith(changed)).length > 0;
  expect(isFound(of('Ravi'), { sharedAgents: 3 })).toBe(false);
  expect(isFound(of('Ravi', 'Ravi'), { sharedAgents: 3 })).toBe(true);
  expect(isFound(of('Ravi', 'Asha'), { sharedAgents: 3 })).toBe(true);
  expect(isFound(unknown, { unknownPhones: 0 })).toBe(false);
});
