import { expect, test } from 'vitest';
import { areaOf, callLink, mapLink } from './places.ts';

test.each([
  ['12 Temple Road, Pune', '12%20Temple%20Road%2C%20Pune%2C%20411001'],
  ['12 Temple Road, Pune 411001', '12%20Temple%20Road%2C%20Pune%20411001'],
])('the map opens at %s with its pin code once', (address, place) => {
  expect(mapLink({ address, pin_code: '411001' })).toBe(`geo:0,0?q=${place}`);
});

test.each([
  ['9820098200', 'tel:+919820098200'],
  ['+44 20 7946 0000', 'tel:+44 20 7946 0000'],
])('a call dials %s as %s', (mobile, link) => {
  expect(callLink({ mobile })).toBe(link);
});

test.each([
  ['Flat 81, Lake Road , Pune, 411001', 'Lake Road'],
  ['Lake Road, Pune 411001', 'Lake Road'],
  ['Pune', 'Pune'],
])('the area in %s is %s', (address, area) => {
  expect(areaOf({ address, pin_code: '411001' })).toBe(area);
});
