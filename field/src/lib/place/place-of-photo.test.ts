import { expect, test } from 'vitest';
import { ageOf, nearestTo } from './place-of-photo.ts';

const minute = 60_000;
const fixAt = (at: number, mono_ms: number) => ({
  ...{ latitude: 18.5204, longitude: 73.8567, accuracy_m: 12 },
  ...{ at: new Date(at).toISOString(), mono_ms },
});

// Covers: field-app-8
test('the nearest place is of this page, though one of an earlier page bears nearly its number', () => {
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

test('on one page its own clock counts, though somebody set the phone’s meanwhile', () => {
  const now = { at: performance.timeOrigin + 300 * minute, mono_ms: 3 * minute };
  const before = fixAt(performance.timeOrigin + minute, minute);
  expect(ageOf(before, now)).toBe(2 * minute);
});
