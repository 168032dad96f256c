import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digipinOf } from './digipin.ts';

// The first example is from India Post's technical document. The others are from open-source programs.
test.each([
  ['Dak Bhawan', 28.622788, 77.213033, '39J-49L-L8T4'],
  ['New Delhi', 28.6139, 77.209, '39J-438-TJC7'],
  ['Mumbai', 19.076, 72.8777, '4FK-595-8823'],
  ['Bengaluru', 12.9716, 77.5946, '4P3-JK8-52C9'],
  ['Chennai', 13.0827, 80.2707, '4T3-84L-L5L9'],
  ['Kolkata', 22.5726, 88.3639, '2TF-J7F-86MM'],
])('names the square of %s as published', (_, latitude, longitude, pin) => {
  expect(digipinOf(latitude, longitude)).toBe(pin);
});

test('there is none outside the grid', () => {
  for (const [latitude, longitude] of [
    [2.4, 80],
    [38.6, 80],
    [20, 63.4],
    [20, 99.6],
    [Number.NaN, 80],
  ] as const)
    expect(digipinOf(latitude, longitude)).toBeUndefined();
});

test('a name leads back to within a square of its place', () => {
  const rows = ['FC98', 'J327', 'K456', 'LMPT'];
  const centre = (pin: string) => {
    let [latitude, longitude, side] = [2.5, 63.5, 36];
    for (const letter of pin.replaceAll('-', '')) {
      const row = rows.findIndex((names) => names.includes(letter));
      side /= 4;
      latitude += side * (3 - row);
      longitude += side * (rows[row]?.indexOf(letter) ?? Number.NaN);
    }
    return [latitude + side / 2, longitude + side / 2] as const;
  };
  const grid = fc.record({
    latitude: fc.double({ min: 2.5, max: 38.5, noNaN: true }),
    longitude: fc.double({ min: 63.5, max: 99.5, noNaN: true }),
  });
  fc.assert(
    fc.property(grid, ({ latitude, longitude }) => {
      const pin = digipinOf(latitude, longitude) ?? '';
      expect(pin).toMatch(/^[2-9CFJKLMPT]{3}-[2-9CFJKLMPT]{3}-[2-9CFJKLMPT]{4}$/);
      const half = 36 / 4 ** 10 / 2;
      expect(Math.abs(centre(pin)[0] - latitude)).toBeLessThanOrEqual(half + 1e-9);
      expect(Math.abs(centre(pin)[1] - longitude)).toBeLessThanOrEqual(half + 1e-9);
    }),
  );
});
