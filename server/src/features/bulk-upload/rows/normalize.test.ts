import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  normalizeApplicantType,
  normalizeApplicationId,
  normalizeMobile,
  normalizePin,
  normalizeVisitType,
  plainDigits,
} from './normalize.ts';

test.each([
  ['(+91) 98200 98200', '9820098200'],
  ["'9820098200", '9820098200'],
  ['\u20189820098200', '9820098200'],
  ['\uff079820098200', '9820098200'],
  ['\u202a9820098200\u202c', '9820098200'],
  ['\u00a09820\u00a0098\u00a0200\u00a0', '9820098200'],
  ['[98200].98200', '9820098200'],
  ['+९१ ৯৮২০০ ௯௮௨௦௦', '9820098200'],
  ['９８２００９８２００', '9820098200'],
  ['9820098200.0', '9820098200'],
  ['9820098200.00', '9820098200'],
  ['9.820098200E+09', '9820098200'],
])('%j is the mobile number %s', (text, mobile) => {
  expect(normalizeMobile(text)).toBe(mobile);
});

test.each([
  ['9.82E+09', 'rounded: its digits are lost'],
  ['982009820.5', 'a fraction'],
  ['98200982001', 'eleven digits'],
  ['+1 9820098200', 'a number of another country'],
  ['9820098200 / 9820098201', 'two numbers'],
  ['9820O98200', 'a letter'],
])('%j is no mobile number: %s', (text) => {
  expect(normalizeMobile(text)).not.toMatch(/^\d{10}$/);
});

test.each([
  ["'400053", '400053'],
  ['400053.0', '400053'],
  ['\u00a0400053\u200b', '400053'],
])('%j is the pin code %s', (text, pin) => {
  expect(normalizePin(text)).toBe(pin);
});

test('the mark of a text cell is not part of an application id, but an apostrophe inside is', () => {
  expect(normalizeApplicationId("'00012 \n34")).toBe('00012 34');
  expect(normalizeApplicationId("D'SOUZA-1")).toBe("D'SOUZA-1");
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const spread = (text: string, gaps: readonly string[]) =>
  Array.from(text, (character, index) => character + (gaps[index] ?? '')).join('');
const scripts = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xce6, 0xd66, 0xff10,
];
const inScript = (text: string, zero: number) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

test('ten digits survive every usual spelling, in any script', () => {
  const prefix = fc.constantFrom('', '+91', '0', '91', '+910', '0091', '091');
  const gaps = fc.array(fc.constantFrom('', ' ', '-', '\u00a0', '\u2013', '(', ')'), {
    maxLength: 16,
  });
  const ways = fc.property(
    digits(10),
    prefix,
    gaps,
    fc.constantFrom(...scripts),
    (mobile, start, between, zero) => {
      expect(normalizeMobile(spread(inScript(start + mobile, zero), between))).toBe(mobile);
    },
  );
  fc.assert(ways);
});

test('six digits survive gaps in a pin code, in any script', () => {
  const gaps = fc.array(fc.constantFrom('', ' ', '\u00a0', '-'), { maxLength: 6 });
  fc.assert(
    fc.property(digits(6), gaps, fc.constantFrom(...scripts), (pin, between, zero) => {
      expect(normalizePin(spread(inScript(pin, zero), between))).toBe(pin);
    }),
  );
});

const typed = fc.string({
  unit: fc.constantFrom(...Array.from("0123456789९৩ +-.()'Ee/\u00a0a")),
  maxLength: 24,
});
const anything = fc.oneof(typed, typed, fc.string({ unit: 'binary' }));

test('normalising twice gives the same result', () => {
  fc.assert(
    fc.property(anything, (text) => {
      for (const normalize of [normalizeMobile, normalizePin, normalizeApplicationId])
        expect(normalize(normalize(text))).toBe(normalize(text));
    }),
    { numRuns: 2_000 },
  );
});

test('no digit is ever added or moved', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const given = plainDigits(text).replace(/\D/g, '');
      for (const read of [normalizeMobile(text), normalizePin(text)]) {
        if (/^\d+$/.test(read)) expect(given).toContain(read);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('no other number of digits passes', () => {
  const others = fc.string({ unit: fc.constantFrom(...Array.from('0123456789 -+')) });
  fc.assert(
    fc.property(others, (text) => {
      const count = text.replace(/\D/g, '').length;
      if (count < 10 || count > 14) expect(normalizeMobile(text)).not.toMatch(/^\d{10}$/);
      if (count !== 6) expect(normalizePin(text)).not.toMatch(/^\d{6}$/);
    }),
  );
});

test('every Unicode digit is read as its value', () => {
  expect(plainDigits('٣۴५৬౭೮൯๐𝟙')).toBe('345678901');
});

// Covers: upload-7
test.each([
  ['', 'Applicant'],
  [' APPLICANT ', 'Applicant'],
  ['Primary Applicant', 'Applicant'],
  ['co-applicant', 'Co-Applicant'],
  ['CO_APPLICANT', 'Co-Applicant'],
  ['coapplicant', 'Co-Applicant'],
  ['Co-borrower', 'Co-Applicant'],
  ['CO APPLICANT', 'Co-Applicant'],
  ['CO.APPLICANT', 'Co-Applicant'],
  ['CoApp', 'Co-Applicant'],
  ['co-applicant-2', 'Co-Applicant 2'],
  ['GUARANTOR', 'Guarantor'],
  ['self employed', 'Self Employed'],
  ['जमानतदार', 'जमानतदार'],
])('the type of applicant %j becomes %j', (text, type) => {
  expect(normalizeApplicantType(text)).toBe(type);
});

// Covers: upload-7
test.each([
  [' residence  visit ', 'RESIDENCE VISIT'],
  ['Residential', 'RESIDENCE'],
  ['Resi Visit', 'RESIDENCE VISIT'],
  ['RV', 'RESIDENCE'],
  ['r. v.', 'RESIDENCE'],
  ['RESI', 'RESIDENCE'],
  ['resi-visit', 'RESIDENCE VISIT'],
  ['OV', 'OFFICE'],
  ['Off', 'OFFICE'],
  ['OFFICE VISIT', 'OFFICE'],
  ['off-2', 'OFFICE 2'],
  ['B.V.', 'BUSINESS'],
  ['Business Visit', 'BUSINESS'],
  ['Permanent address', 'PERMANENT ADDRESS'],
  ['Resident Manager', 'RESIDENT MANAGER'],
])('the kind of visit %j becomes %j', (text, type) => {
  expect(normalizeVisitType(text)).toBe(type);
});
