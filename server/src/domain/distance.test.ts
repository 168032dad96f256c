import { expect, test } from 'vitest';
import { distanceBetween, formatDistance } from './distance.ts';

test.each([
  [9.9, 'under 10 m'],
  [10, '10 m'],
  [994, '990 m'],
  [995, '1.0 km'],
  [99_949, '99.9 km'],
  [99_950, '100 km'],
])('%d metres read: %s', (metres, words) => {
  expect(formatDistance(metres)).toBe(words);
});

test('the distance is unknown if a coordinate is unknown', () => {
  const pune = { latitude: 18.52, longitude: 73.85 };
  expect(distanceBetween(pune, { latitude: 18.53, longitude: 73.85 })).toBeCloseTo(1_112, 0);
  expect(distanceBetween(pune, { ...pune, latitude: null })).toBeUndefined();
  expect(distanceBetween({ ...pune, longitude: null }, pune)).toBeUndefined();
});
