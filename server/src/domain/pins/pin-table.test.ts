import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PinTable, readPinPlaces, shippedPins } from './pin-table.ts';

const pune = { latitude: 18.5204, longitude: 73.8567 };

test('the product’s table has India’s pin codes and their districts', () => {
  const table = shippedPins();
  expect(table.districtOf('411057')).toBe('Pune');
  expect(table.districtOf('400093')).toBe('Mumbai');
  // Both pin codes are unknown. The postal district 411 is known, but a postal district may span several
  // districts.
  expect(table.districtOf('411999')).toBe('');
  expect(table.districtOf('999999')).toBeNull();
  expect(table.placeOf('411057')?.latitude).toBeCloseTo(18.6, 1);
  expect(table.placeOf('999999')).toBeNull();
  const around = table.around(pune, 25) ?? [];
  expect(around).toHaveLength(25);
  expect(around.filter(({ pinCode }) => pinCode.startsWith('411')).length).toBeGreaterThan(10);
  expect(Math.max(...around.map(({ km }) => km))).toBeLessThan(40);
});

test('the table states its owner, its licence and what was changed, as the licence requires', () => {
  const [first] = readFileSync(new URL('pin-places.txt', import.meta.url), 'utf8').split('\n');
  expect(first).toMatch(
    /^# .*GeoNames .*https:\/\/creativecommons\.org\/licenses\/by\/4\.0\/\)\. Changed: /,
  );
});

test('far from all pin codes, no pin code is around', () => {
  expect(shippedPins().around({ latitude: 5, longitude: 65 }, 25)).toBeNull();
});

test('reads a line with a district and the pin codes below it', () => {
  const text = '# A comment\nGoa/North Goa\n403001 15.496 73.828\nKerala/\n682001 9.966 76.242\n';
  expect(readPinPlaces(text)).toEqual([
    { pinCode: '403001', district: 'North Goa', latitude: 15.496, longitude: 73.828 },
    { pinCode: '682001', district: '', latitude: 9.966, longitude: 76.242 },
  ]);
  expect(new PinTable(readPinPlaces(text)).districtOf('682001')).toBe('');
});

test('a table with replaced places still has all others', () => {
  const text = 'Goa/North Goa\n403001 15.496 73.828\n403002 15.5 73.83\n';
  const own = { pinCode: '403001', latitude: 15.4, longitude: 73.8, district: 'Ilhas' };
  const table = new PinTable(readPinPlaces(text)).with([own, { ...own, pinCode: '682001' }]);
  expect(['403001', '403002', '682001'].map((pin) => table.districtOf(pin))).toEqual([
    ...['Ilhas', 'North Goa', 'Ilhas'],
  ]);
  expect(table.placeOf('403001')).toEqual({ latitude: 15.4, longitude: 73.8 });
  expect(table.around(own, 9)).toHaveLength(3);
});

test('the nearest pin codes are the first ones when all are sorted by distance', () => {
  const place = fc.record({
    latitude: fc.double({ min: 17, max: 20, noNaN: true }),
    longitude: fc.double({ min: 72, max: 75, noNaN: true }),
  });
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 1, maxLength: 60 }),
      place,
      fc.integer({ min: 1, max: 30 }),
      (places, from, count) => {
        const pins = places.map((one, index) => ({
          ...one,
          pinCode: String(400_000 + index),
          district: '',
        }));
        const each = pins.map((pin) => new PinTable([pin]).around(from, 1)?.[0]?.km);
        const sorted = each.filter((km) => km !== undefined).sort((a, b) => a - b);
        const found = new PinTable(pins).around(from, count)?.map(({ km }) => km) ?? [];
        expect(found).toEqual(sorted.slice(0, count));
      },
    ),
  );
});
