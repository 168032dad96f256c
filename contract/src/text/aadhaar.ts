import * as z from 'zod/mini';

/** The field's name precedes this text, if the name is known. */
export const aadhaarError = 'must not contain an Aadhaar number';

// An Aadhaar number has twelve digits of any script. Spaces, dashes and underscores may stand anywhere
// between the digits. Dots and slashes are accepted only as a single separator after certain numbers of
// digits, or between groups of equal length. Dates and coordinates are therefore not taken for Aadhaar
// numbers. Commas, colons and bars also occur in amounts, times and lists. They are accepted only between
// groups of four digits, outside of a longer number, list or IPv6 address.
const digitsInAll = 12;
const longestGap = 3;
const gap = '[\\s\\p{Pd}_]';
const wideGap = '[\\s\\p{Pd}_./\\\\·•．。／]';
const sign = '[\\p{Pd}_./\\\\·•．。／,،，、;；:：|｜¦।]';
const anyGap = `(?:\\s|${sign}){1,3}`;

/** What stands between two digits. Each kind may also contain the separators of the lower kinds. */
const kinds = { nothing: 0, gap: 1, wideGap: 2, anyGap: 3, other: 4 } as const;
type Kind = (typeof kinds)[keyof typeof kinds];

const [isGap, isWideGap, isAnyGap] = [gap, wideGap, `\\s|${sign}`].map(
  (one) => new RegExp(`^(?:${one})$`, 'u'),
) as [RegExp, RegExp, RegExp];

function findKind(character: string): Kind {
  if (isGap.test(character)) return kinds.gap;
  if (isWideGap.test(character)) return kinds.wideGap;
  return isAnyGap.test(character) ? kinds.anyGap : kinds.other;
}

const asciiKinds = Array.from({ length: 128 }, (_, code) => findKind(String.fromCharCode(code)));

/** Returns the highest of {@link kinds} among the characters between two places. */
function kindBetween(text: string, from: number, to: number): Kind {
  if (to - from > longestGap) return kinds.other;
  let loosest: Kind = kinds.nothing;
  for (let place = from; place < to; place += 1) {
    const kind = asciiKinds[text.charCodeAt(place)] ?? findKind(text.charAt(place));
    if (kind > loosest) loosest = kind;
  }
  return loosest;
}

/** Returns a bit mask of gaps after these counts of digits, like `gaps` in {@link findAadhaar}. */
const gapsAfter = (...counts: number[]) =>
  counts.reduce((bits, count) => bits | (1 << (digitsInAll - 1 - count)), 0);
const allGaps = (1 << (digitsInAll - 1)) - 1;
const fours = gapsAfter(4, 8);
const withWideGaps = new Set([
  allGaps,
  ...[gapsAfter(2, 4, 6, 8, 10), gapsAfter(3, 6, 9), fours, gapsAfter(4), gapsAfter(6)],
]);
// Accepts a dot after eight digits, but no slash, because phone numbers of eight digits are often separated
// by a slash.
const eightAndFour = gapsAfter(8);
const dotAfterEight = /^\d{8}[._·•．。]\d/;

/**
 * Whether three numbers of four digits begin with the same two digits, as flats (2101, 2102 and 2103) and
 * years do.
 */
const areNeighbours = (digits: readonly number[]) =>
  [0, 1].every((place) => [4, 8].every((start) => digits[start + place] === digits[place]));

const isAddress = (text: string) =>
  /^\d{3}(\.\d{3}){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255);

// Skips phone numbers that begin with a +. A phone number with India's code has twelve digits, and one in
// ten such numbers has a valid check digit.
const begins = new RegExp(`(?<!\\d|\\+|(?<!\\d)\\d{4}${wideGap})`, 'uy');
const ends = new RegExp(`(?!\\d|${wideGap}\\d{4}(?!\\d))`, 'uy');
const hex = '[\\dA-Fa-f]';
const beginsInList = new RegExp(`(?<!\\d${sign}?|\\+|:${hex}{0,4}:|(?<!\\d)\\d{4}${anyGap})`, 'uy');
const endsInList = new RegExp(
  `(?!${sign}?\\d|${anyGap}\\d{4}(?!\\d)|::|:${hex}{1,4}(?![\\p{L}\\d]))`,
  'uy',
);

function matchesAt(pattern: RegExp, text: string, place: number): boolean {
  pattern.lastIndex = place;
  return pattern.test(text);
}

/**
 * Finds the Aadhaar numbers in a text whose digits are 0 to 9. Reads the text only once, because an attacker
 * may send a text that is slow to search.
 */
function* findAadhaar(text: string): Generator<{ start: number; end: number }> {
  const digits: number[] = [];
  const places: number[] = [];
  // `gaps` is a bit mask of the gaps between the last twelve digits. `before[kind]` is the number of digits
  // before the last gap of this kind.
  let gaps = 0;
  const before: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  let next = 0;
  for (let place = 0; place < text.length; place += 1) {
    const digit = text.charCodeAt(place) - 48;
    if (digit < 0 || digit > 9) continue;
    const kind = kindBetween(text, next, place);
    next = place + 1;
    gaps = ((gaps << 1) | Number(kind > 0)) & allGaps;
    before[kind] = digits.length;
    digits.push(digit);
    places.push(place);

    const first = digits.length - digitsInAll;
    if (first < 0 || (digits[first] ?? 0) < 2 || before[kinds.other] > first) continue;
    const isOne =
      before[kinds.anyGap] <= first &&
      (before[kinds.wideGap] <= first || withWideGaps.has(gaps) || gaps === eightAndFour);
    const isList = gaps === fours;
    if (!(isOne || isList) || !checksByVerhoeff(digits, first)) continue;
    const [start, end] = [places[first] ?? 0, next];
    const found = text.slice(start, end);
    const standsAlone =
      isOne &&
      matchesAt(begins, text, start) &&
      matchesAt(ends, text, end) &&
      !isAddress(found) &&
      (gaps !== eightAndFour || before[kinds.wideGap] <= first || dotAfterEight.test(found));
    const isListed = () =>
      isList &&
      matchesAt(beginsInList, text, start) &&
      matchesAt(endsInList, text, end) &&
      !areNeighbours(digits.slice(first));
    if (standsAlone || isListed()) yield { start, end };
  }
}

const unusual = /[\p{Cf}\p{DI}\p{M}]|(?!\d)\p{Nd}/u;
const unusualOnes = /([\p{Cf}\p{DI}\p{M}]+)|(?!\d)\p{Nd}/gu;

/**
 * Converts the digits of all scripts to 0 to 9, and removes invisible characters and combining marks.
 * `places` has the place in `text` of each character of `plain`. It is absent if the text did not change.
 */
function simplify(text: string): { plain: string; places?: number[] } {
  if (!unusual.test(text)) return { plain: text };
  let plain = '';
  let copied = 0;
  const places: number[] = [];
  const copyTo = (end: number) => {
    plain += text.slice(copied, end);
    for (let place = copied; place < end; place += 1) places.push(place);
  };
  for (const { 0: found, 1: unseen, index } of text.matchAll(unusualOnes)) {
    copyTo(index);
    copied = index + found.length;
    if (unseen !== undefined) continue;
    plain += digitValue(found);
    places.push(index);
  }
  copyTo(text.length);
  return { plain, places };
}

export const containsAadhaar = (text: string): boolean =>
  !findAadhaar(simplify(text).plain).next().done;

export function hideAadhaar(text: string): string {
  const { plain, places } = simplify(text);
  let hidden: Uint8Array | undefined;
  let next = 0;
  for (const { start, end } of findAadhaar(plain)) {
    hidden ??= new Uint8Array(text.length);
    for (next = Math.max(next, start); next < end; next += 1) hidden[places?.[next] ?? next] = 1;
  }
  if (!hidden) return text;
  return text.replace(/\p{Nd}/gu, (digit, place: number) =>
    hidden[place] === 1 ? 'X'.repeat(digit.length) : digit,
  );
}

export function withoutAadhaar(name: string) {
  return z.refine<string>((text) => !containsAadhaar(text), `${name} ${aadhaarError}`);
}

/**
 * Unicode lists the ten digits of a script one after another, beginning with zero. So the value of a digit is
 * its distance from the start.
 */
export function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

// The Verhoeff checksum treats digits as rotations and reflections of a pentagon. Each digit is permuted by
// its place, counted from the right.
const shuffle = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4] as const;
/** The shuffle applied 0 to 7 times. Applied eight times, it gives each digit back. */
const shuffles: number[][] = [Array.from(shuffle.keys())];
while (shuffles.length < 8) {
  shuffles.push((shuffles.at(-1) ?? []).map((digit) => shuffle[digit] ?? 0));
}

function combine(a: number, b: number): number {
  const turn = a < 5 ? a + b : a - (b % 5);
  return (turn % 5) + (a < 5 === b < 5 ? 0 : 5);
}

/** Whether the last digit is the Verhoeff check digit of the digits from the index `first` on. */
export function checksByVerhoeff(digits: readonly number[], first = 0): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length - first; place += 1) {
    const digit = digits[digits.length - 1 - place] ?? 0;
    sum = combine(sum, shuffles[place % 8]?.[digit] ?? 0);
  }
  return sum === 0;
}
