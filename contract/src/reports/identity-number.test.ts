import { expect, test } from 'vitest';
import { answerContainsAadhaar } from './identity-number.ts';

const phones = Array.from({ length: 10 }, (_, last) => `91 98200 9820${last}`);

// Covers: visit-form-6
test('a phone number in a phone field does not count as an Aadhaar number', () => {
  expect(phones.filter((phone) => answerContainsAadhaar('text', phone))).toHaveLength(1);
  expect(phones.filter((phone) => answerContainsAadhaar('phone', phone))).toEqual([]);
  const sixes = phones.map((phone) => phone.replace('91 9', '91 6'));
  expect(sixes.filter((phone) => answerContainsAadhaar('phone', phone))).toEqual([]);
  const two = phones.map((phone) => `022-23456789, ${phone}`);
  expect(two.filter((both) => answerContainsAadhaar('phone', both))).toEqual([]);
});

// Covers: visit-form-6
test('an Aadhaar number is found in a phone field, but not in an identifier field', () => {
  const aadhaar = '2345 6789 0124';
  expect(answerContainsAadhaar('phone', aadhaar)).toBe(true);
  expect(answerContainsAadhaar('phone', `98200 98200, ${aadhaar}`)).toBe(true);
  expect(answerContainsAadhaar('identifier', aadhaar)).toBe(false);
});
