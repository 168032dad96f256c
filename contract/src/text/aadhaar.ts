import * as z from 'zod/mini';

/** How a text that holds an Aadhaar number is refused; the field's name stands before it where one is known. */
export const aadhaarRefused = 'must not hold an Aadhaar number';

// Twelve digits of any script, spaces, dashes and underscores between them; dots and slashes too where they separate them
// evenly or once, so that dates and coordinates pass. No part of a longer number such as a card's. A + before them makes a
// phone number of them: one in ten would be refused, as India's code begins like an Aadhaar number may.
const digit = '\\p{Nd}';
const gap = '[\\s\\p{Pd}_]';
const wideGap = '[\\s\\p{Pd}_./\\\\·•．。／]';
// A telephone's eight digits and a slash may be followed by four of the next one.
const halves = [
  `{4}${wideGap}{1,3}${digit}{8}`,
  `{6}${wideGap}{1,3}${digit}{6}`,
  `{8}[._·•．。]${digit}{4}`,
].map((rest) => digit + rest);
const evenly = [1, 2, 3, 4].map(
  (size) => `${digit}{${size}}(?:${wideGap}{1,3}${digit}{${size}}){${12 / size - 1}}`,
);

// Commas, colons and bars stand in amounts, times, addresses of machines and lists too: here the groups are of four, and no
// part of a longer number, list or IPv6 address.
const sign = '[\\p{Pd}_./\\\\·•．。／,،，、;；:：|｜¦।]';
const anyGap = `(?:\\s|${sign}){1,3}`;
const hex = '[\\dA-Fa-f]';
const listed = new RegExp(
  `(?<!${digit}${sign}?|\\+|:${hex}{0,4}:|(?<!${digit})${digit}{4}${anyGap})(?=(${digit}{4}(?:${anyGap}${digit}{4}){2})(?!${sign}?${digit}|${anyGap}${digit}{4}(?!${digit})|::|:${hex}{1,4}(?![\\p{L}\\d])))`,
  'gu',
);

/** Whether three numbers of four digits are of one hundred: flats 2101, 2102 and 2103, or years. */
const areNeighbours = (digits: readonly number[]) =>
  [0, 1].every((place) => [4, 8].every((start) => digits[start + place] === digits[place]));

/** Whether it is the address of a machine, such as 220.247.255.227. */
const isAddress = (text: string) =>
  /^\d{3}(\.\d{3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

const unseen = /[\p{Cf}\p{DI}\p{M}]/u;
const candidates = new RegExp(
  `(?<!${digit}|\\+|(?<!${digit})${digit}{4}${wideGap})(?=(${[`${digit}(?:${gap}{0,3}${digit}){11}`, ...evenly, ...halves].join('|')})(?!${digit}|${wideGap}${digit}{4}(?!${digit})))`,
  'gu',
);

/** The Aadhaar numbers in a text: twelve digits of any script whose last one is the check digit. */
function* findAadhaar(text: string): Generator<{ found: string; index: number }> {
  const { seen, places } = withoutUnseen(text);
  for (const pattern of [candidates, listed]) {
    for (const { 1: match = '', index } of seen.matchAll(pattern)) {
      const digits = Array.from(match.matchAll(/\p{Nd}/gu), ([one]) => digitValue(one));
      if ((digits[0] ?? 0) < 2 || !checksByVerhoeff(digits)) continue;
      if (pattern === listed ? areNeighbours(digits) : isAddress(match)) continue;
      const start = places?.[index] ?? index;
      const last = index + match.length - 1;
      yield { found: text.slice(start, (places?.[last] ?? last) + 1), index: start };
    }
  }
}

/** A text without what can't be seen and without marks upon digits, however many, and where each rest of it stood. */
function withoutUnseen(text: string): { seen: string; places?: number[] } {
  if (!unseen.test(text)) return { seen: text };
  let seen = '';
  const places: number[] = [];
  for (const { 0: kept, index } of text.matchAll(/[^\p{Cf}\p{DI}\p{M}]+/gu)) {
    seen += kept;
    for (let place = 0; place < kept.length; place += 1) places.push(index + place);
  }
  return { seen, places };
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
