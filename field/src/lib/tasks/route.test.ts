import { metresBetween } from '@doorstep/contract/visits/distance';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findShortWay, type Point } from './route.ts';

/** Points rounded to 0.01 degrees (about a kilometre), as the server sends them. Many points are equal. */
const point = fc.record({
  latitude: fc.integer({ min: 1_840, max: 1_870 }).map((one) => one / 100),
  longitude: fc.integer({ min: 7_370, max: 7_400 }).map((one) => one / 100),
});

const lengthOf = (way: readonly Point[]) =>
  way.reduce((sum, one, at) => sum + metresBetween(way[at - 1] ?? one, one), 0);

/** Returns the length of the shortest way, by dynamic programming over the sets of visited stops. */
function shortestLength(stops: readonly Point[], start: Point | null): number {
  const all = (1 << stops.length) - 1;
  const known = new Map<number, number>();
  const rest = (visited: number, at: number): number => {
    if (visited === all) return 0;
    const key = visited * 16 + at;
    const before = known.get(key);
    if (before !== undefined) return before;
    const here = stops[at];
    const lengths = stops.map((next, index) =>
      visited & (1 << index)
        ? Infinity
        : metresBetween(here ?? start ?? next, next) + rest(visited | (1 << index), index),
    );
    const best = Math.min(...lengths);
    known.set(key, best);
    return best;
  };
  return rest(0, 15);
}

// Covers: field-app-40
test('makes a way at most a quarter longer than the shortest one', () => {
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 9 }),
      fc.option(point),
      (stops, start) => {
        const way = findShortWay(stops, start);
        expect(way.toSorted((a, b) => a - b)).toEqual(stops.map((_, at) => at));
        const points = way.flatMap((at) => stops[at] ?? []);
        const length = lengthOf(start ? [start, ...points] : points);
        expect(length).toBeLessThanOrEqual(1.25 * shortestLength(stops, start) + 1);
      },
    ),
    { numRuns: 300 },
  );
});

// Covers: field-app-40
test('tries the nearest of many stops first', () => {
  const north = [6, 5, 2, -5, -2, 11, 12, 8, 15, 7, -3];
  const point = (one: number) => ({ latitude: 18 + one / 100, longitude: 73 });
  const way = findShortWay(north.map(point), point(0));
  expect(way.map((at) => north[at])).toEqual([-2, -3, -5, 2, 5, 6, 7, 8, 11, 12, 15]);
});

test('has no crossing that a reversed part removes', () => {
  const point = (latitude: number, longitude: number) => ({ latitude, longitude });
  const stops = [
    point(0, 0),
    point(0.05, 0.02),
    point(0.09, 0.03),
    point(0, 0.04),
    point(0.03, 0.02),
  ];
  expect(findShortWay(stops, point(0, 0))).toEqual([0, 3, 4, 1, 2]);
});
