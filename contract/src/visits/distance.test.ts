import { expect, test } from 'vitest';
import { metresBetween } from './distance.ts';

test('Pune is 120 kilometres from Mumbai, and the distance to itself is zero', () => {
  const pune = { latitude: 18.5204, longitude: 73.8567 };
  const mumbai = { latitude: 19.076, longitude: 72.8777 };
  expect(Math.round(metresBetween(pune, mumbai) / 1000)).toBe(120);
  expect(metresBetween(pune, mumbai)).toBeCloseTo(metresBetween(mumbai, pune));
  expect(metresBetween(pune, pune)).toBe(0);
});
