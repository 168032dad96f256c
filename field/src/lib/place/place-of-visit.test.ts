import type { Fix } from '@doorstep/contract/visits/manifest';
import { beforeEach, expect, test } from 'vitest';
import { phoneAtWork, task } from '../../testing/phone.ts';
import { type Draft, readDraft, startVisit } from '../visit/draft.ts';
import { placeOf } from './best-fix.ts';
import { confirmAtDoor, isPlacePoor, withFix, withNewFix, withPhotoFix } from './place-of-visit.ts';

/** Returns a GPS fix at a distance in metres north of the office. */
const fixAt = (metres: number, accuracy_m: number): Fix => ({
  ...{ latitude: 18.5204 + metres / 111_195, longitude: 73.8567, accuracy_m },
  ...{ at: '2026-11-22T10:05:30.250+05:30', mono_ms: 1_000 },
});
const [office, door] = [0, 14_000];
const now = new Date('2026-11-22T11:00:00+05:30');

let begun: Draft;
beforeEach(async () => {
  await phoneAtWork();
  begun = (await readDraft(await startVisit(task))) as Draft;
});

// Covers: field-app-30
test('ignores a better GPS fix from before the agent confirmed being at the door', () => {
  const atOffice = withFix(begun, fixAt(office, 6));
  expect(placeOf(atOffice)).toMatchObject({ accuracy_m: 6 });

  const confirmed = confirmAtDoor(atOffice, now);
  expect(placeOf(confirmed)).toBeNull();
  expect(isPlacePoor(confirmed)).toBe(true);
  expect(Date.parse(confirmed.arrivedAt)).toBe(now.getTime());
  expect(confirmed.begunAt).toBe(begun.begunAt);

  const atDoor = withFix(withFix(confirmed, fixAt(door, 40)), fixAt(door + 5, 15));
  expect(placeOf(atDoor)).toEqual(fixAt(door + 5, 15));
  expect(atDoor.fixes).toHaveLength(3);
});

// Covers: field-app-30
test('refines the place at the same spot on Look again, and replaces it elsewhere', () => {
  const atOffice = withFix(begun, fixAt(office, 6));
  const same = withNewFix(atOffice, fixAt(office + 60, 30), now);
  expect(placeOf(same)).toEqual(fixAt(office, 6));
  expect(same.arrivedAt).toBe(begun.arrivedAt);

  const moved = withNewFix(same, fixAt(door, 30), now);
  expect(placeOf(moved)).toEqual(fixAt(door, 30));
  expect(Date.parse(moved.arrivedAt)).toBe(now.getTime());
  expect(moved.fixes).toHaveLength(3);
  // If *Look again* finds no place, the confirmed place stays.
  expect(placeOf(same)).not.toBeNull();
});

// Covers: field-app-30
test('refines the place by a photo at the door, not by one from the car', () => {
  const atDoor = withFix(begun, fixAt(door, 20));
  expect(placeOf(withPhotoFix(atDoor, fixAt(door + 400, 3)))).toEqual(fixAt(door, 20));
  expect(placeOf(withPhotoFix(atDoor, fixAt(door + 10, 8)))).toEqual(fixAt(door + 10, 8));
  expect(placeOf(withPhotoFix(begun, fixAt(door, 50)))).toEqual(fixAt(door, 50));
});

test('drops the least accurate of more than thirty GPS fixes, but never the place', () => {
  const early = Array.from({ length: 30 }, (_, at) => fixAt(office, 5 + at)).reduce(withFix, begun);
  const one = withFix(confirmAtDoor(early, now), fixAt(door, 90));
  expect(one.fixes).toHaveLength(30);
  expect(one.fixes).not.toContainEqual(fixAt(office, 34));
  expect(placeOf(one)).toEqual(fixAt(door, 90));
  const two = withFix(one, fixAt(door, 80));
  expect(placeOf(two)).toEqual(fixAt(door, 80));
  expect(two.fixes).toHaveLength(30);
});
