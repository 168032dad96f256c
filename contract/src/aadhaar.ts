import * as z from 'zod/mini';

/** How a text that holds an Aadhaar number is refused; the field's name stands before it where one is known. */
export const aadhaarRefused = 'must not hold an Aadhaar number';

// Twelve digits of any script, spaces and dashes between them, and no part of a longer number such as a card's. A + before
// them makes a phone number of them: one in ten would pass, as India's code begins like an Aadhaar number may.
const gap = '[\\s\\p{Pd}]';
const candidates = new RegExp(
  `(?<!\\p{Nd}|\\+|(?<!\\p{Nd})\\p{Nd}{4}${gap})(?=(\\p{Nd}(?:${gap}{0,3}\\p{Nd}){11})(?!\\p{Nd}|${gap}\\p{Nd}{4}(?!\\p{Nd})))`,
  'gu',
);

/** Whether a text holds what reads as an Aadhaar number: twelve digits of any script whose last one checks the others. */
export function holdsAadhaar(text: string): boolean {
  for (const [, found = ''] of text.matchAll(candidates)) {
    const digits = Array.from(found.matchAll(/\p{Nd}/gu), ([digit]) => digitValue(digit));
    if ((digits[0] ?? 0) >= 2 && checksByVerhoeff(digits)) return true;
  }
  return false;
}

/** A check for texts that are stored: identity numbers belong in no free text. */
export function withoutAadhaar(name: string) {
  return z.refine<string>((text) => !holdsAadhaar(text), `${name} ${aadhaarRefused}`);
}

/** Unicode keeps the ten digits of a script in a row, nought first, so the way back to the row's start tells the value. */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

// Verhoeff's scheme: digits are turns and mirrorings of a pentagon, shuffled by their place from the right.
const shuffle = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;

function combine(a: number, b: number): number {
  const turn = a < 5 ? a + b : a - (b % 5);
  return (turn % 5) + (a < 5 === b < 5 ? 0 : 5);
}

/** Whether the last digit is the one that Verhoeff's scheme gives for those before it. */
export function checksByVerhoeff(digits: readonly number[]): boolean {
  let sum = 0;
  for (const [place, digit] of digits.toReversed().entries()) {
    let shuffled = digit;
    for (let times = 0; times < place % 8; times += 1) shuffled = shuffle[shuffled] ?? 0;
    sum = combine(sum, shuffled);
  }
  return sum === 0;
}
