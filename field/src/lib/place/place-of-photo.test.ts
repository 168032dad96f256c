import { expect, test, vi } from 'vitest';
import { ageOf, findPlaceOfPhoto, nearestTo } from './place-of-photo.ts';

const minute = 60_000;
const fixAt = (at: number, mono_ms: number) => ({
  ...{ latitude: 18.5204, longitude: 73.8567, accuracy_m: 12 },
  ...{ at: new Date(at).toISOString(), mono_ms },
});

// Covers: field-app-8
test('takes the nearest GPS fix of this page, even if an earlier page has one with almost the same clock value', () => {
  const mono_ms = 10 * minute;
  const now = { at: performance.timeOrigin + mono_ms, mono_ms };
  const earlier = fixAt(performance.timeOrigin - 40 * minute, mono_ms + 1_000);
  const here = fixAt(now.at - 2 * minute, mono_ms - 2 * minute);
  expect(nearestTo(now, [earlier, here])).toBe(here);
  expect(ageOf(here, now)).toBe(2 * minute);
  expect(nearestTo(now, [earlier])).toBe(earlier);
  expect(ageOf(earlier, now)).toBeCloseTo(50 * minute, -1);
  expect(nearestTo(now, [])).toBeNull();
});

test("uses the page's own clock within one page, even if the phone's clock was changed", () => {
  const now = { at: performance.timeOrigin + 300 * minute, mono_ms: 3 * minute };
  const before = fixAt(performance.timeOrigin + minute, minute);
  expect(ageOf(before, now)).toBe(2 * minute);
});

// Covers: field-app-8
test.each([
  ['none came', undefined, null],
  ['a poor one came', 400, { accuracy_m: 400 }],
])('lets a photo wait at most five seconds for a place: %s', async (_, accuracy, place) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const coords = { latitude: 18.5, longitude: 73.8, accuracy, altitude: null };
  vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((onFound) => {
    if (accuracy) onFound({ coords, timestamp: Date.now() } as GeolocationPosition);
    return 1;
  });
  let isOver = false;
  const looking = findPlaceOfPhoto().finally(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await looking).toEqual(place && expect.objectContaining(place));
});
