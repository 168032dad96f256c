import { expect, test } from 'vitest';
import { holdsAadhaarIn } from './identity-number.ts';

const phones = Array.from({ length: 10 }, (_, last) => `91 98200 9820${last}`);

// Covers: visit-form-6
test('no phone number is taken for an Aadhaar number where a phone number is asked for', () => {
  expect(phones.filter((phone) => holdsAadhaarIn('text', phone))).toHaveLength(1);
  expect(phones.filter((phone) => holdsAadhaarIn('phone', phone))).toEqual([]);
  expect(phones.filter((phone) => holdsAadhaarIn('phone', `022-23456789, ${phone}`))).toEqual([]);
});

// Covers: visit-form-6
test('an Aadhaar number is found where a phone number is asked for, and not among identifiers', () => {
  const aadhaar = '2345 6789 0124';
  expect(holdsAadhaarIn('phone', aadhaar)).toBe(true);
  expect(holdsAadhaarIn('phone', `98200 98200, ${aadhaar}`)).toBe(true);
  expect(holdsAadhaarIn('identifier', aadhaar)).toBe(false);
});
