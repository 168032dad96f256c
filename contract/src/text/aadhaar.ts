import * as z from 'zod/mini';

/** How a text that holds an Aadhaar number is refused; the field's name stands before it where one is known. */
export const aadhaarRefused = 'must not hold an Aadhaar number';

// Twelve digits of any script, spaces, dashes, underscores and what can't be seen between them; dots and slashes too where
// they separate them evenly, so that dates and coordinates pass. No part of a longer number such as a card's. A + before them
// makes a phone number of them: one in ten would pass, as India's code begins like an Aadhaar number may.
const digit = '\\p{Nd}';
const gap = '[\\s\\p{Pd}_\\p{Cf}\\p{DI}]';
const wideGap = '[\\s\\p{Pd}_\\p{Cf}\\p{DI}./\\\\·•]';
const evenly = [1, 2, 3, 4].map(
  (size) => `${digit}{${size}}(?:${wideGap}{1,3}${digit}{${size}}){${12 / size - 1}}`,
);
const candidates = new RegExp(
  `(?<!${digit}|\\+|(?<!${digit})${digit}{4}${wideGap})(?=(${[`${digit}(?:${gap}{0,3}${digit}){11}`, ...evenly].join('|')})(?!${digit}|${wideGap}${digit}{4}(?!${digit})))`,
  'gu',
);

/** The Aadhaar numbers in a text: twelve digits of any script whose last one is the check digit. */
function* findAadhaar(text: string): Generator<{ found: string; index: number }> {
  for (const { 1: found = '', index } of text.matchAll(candidates)) {
    const digits = Array.from(found.matchAll(/\p{Nd}/gu), ([one]) => digitValue(one));
    if ((digits[0] ?? 0) >= 2 && checksByVerhoeff(digits)) yield { found, index };
  }
}

/** Whether a text holds what reads as an Aadhaar number. */
export const holdsAadhaar = (text: string): boolean => !findAadhaar(text).next().done;

/** The text with an X for each digit of an Aadhaar number, so that it may be shown. */
export function hideAadhaar(text: string): string {
  let hidden = text;
  for (const { found, index } of findAadhaar(text)) {
    const masked = found.replace(/\p{Nd}/gu, (one) => 'X'.repeat(one.length));
    hidden = hidden.slice(0, index) + masked + hidden.slice(index + found.length);
  }
  return hidden;
}

/** A check for texts that are stored: identity numbers belong in no free text. */
export function withoutAadhaar(name: string) {
  return z.refine<string>((text) => !holdsAadhaar(text), `${name} ${aadhaarRefused}`);
}

/** A digit's value in any script: Unicode has the ten digits of a script in a row from zero, so it is the distance to the row's start. */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

// The Verhoeff checksum: digits are rotations and reflections of a pentagon, permuted by their place from the right.
const shuffle = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

function combine(a: number, b: number): number {
  const turn = a < 5 ? a + b : a - (b % 5);
  return (turn % 5) + (a < 5 === b < 5 ? 0 : 5);
}

/** Whether the last digit is the Verhoeff check digit of those before it. */
export function checksByVerhoeff(digits: readonly number[]): boolean {
  let sum = 0;
  for (const [place, digit] of digits.toReversed().entries()) {
    let shuffled = digit;
    for (let times = 0; times < place % 8; times += 1) shuffled = shuffle[shuffled] ?? 0;
    sum = combine(sum, shuffled);
  }
  return sum === 0;
}
