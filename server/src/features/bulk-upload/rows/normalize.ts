import { digitValue } from '@doorstep/contract/text/aadhaar';

/** Matches invisible characters, and leading spaces and apostrophes (an apostrophe marks text). */
const marks = /^[\s'\u2018\u2019`]+|\p{Cf}/gu;

const gaps = /[\s()[\].\-\u2010-\u2015\u2212]/g;

export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}\d]/gu, (digit) => String(digitValue(digit)));
}

/**
 * Converts a number such as '9876543210.0' or '9.876543210E+09' to its digits. Returns any other text
 * unchanged, such as a number whose last digits were rounded off.
 */
function writtenOut(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?$/.exec(text) ?? [];
  const places = Number(exponent);
  if (whole === '' || fraction.length < places) return text;
  return /^0*$/.test(fraction.slice(places)) ? whole + fraction.slice(0, places) : text;
}

function readNumber(text: string): { number: string; stripped: string } {
  // Removes marks a second time, because `plainDigits` converts a full-width apostrophe to a plain one.
  const plain = plainDigits(text.replace(marks, '')).replace(marks, '');
  const number = writtenOut(plain.trim());
  return { number, stripped: number.replace(gaps, '') };
}

/**
 * Returns the ten digits of an Indian mobile number, without +91, 0091, 0 and separators. Returns any other
 * text in a form that the check of the row rejects.
 */
export function normalizeMobile(text: string): string {
  if (/^\d{10}$/.test(text)) return text;
  const { number, stripped } = readNumber(text);
  // A number with one or two digits after the point is an amount, not a phone number with a separator.
  if (/^\d+\.\d{1,2}$/.test(number)) return number;
  return /^(?:\+?0{0,2}91)?0?(\d{10})$/.exec(stripped)?.[1] ?? number;
}

export function normalizePin(text: string): string {
  if (/^\d{6}$/.test(text)) return text;
  const { number, stripped } = readNumber(text);
  return /^\d{6}$/.test(stripped) && !number.includes('.') ? stripped : number;
}

/** Returns a lender's application number as one line, without the apostrophe that marks a text cell. */
export function normalizeApplicationId(text: string): string {
  return oneLine(text.replace(/^\s*'+(?=\S)/, ''));
}

export const oneLine = (text: string) => text.trim().replace(/\s{2,}|[^\S ]/g, ' ');

const words = (text: string) => oneLine(text.replace(/[\s_\-\u2010-\u2015]+/g, ' '));

const squeeze = (text: string) => text.toLowerCase().replace(/[\s._\-\u2010-\u2015]/g, '');

/**
 * Returns the first spelling whose pattern matches the text, followed by the text's number: `Off-2` gives
 * OFFICE 2.
 */
function findSpelling(text: string, spellings: readonly [string, RegExp][]): string | undefined {
  const [, word = '', number = ''] = /^(.*?)(\d*)$/.exec(squeeze(text)) ?? [];
  const found = spellings.find(([, pattern]) => pattern.test(word))?.[0];
  return found && (number === '' ? found : `${found} ${number}`);
}

const applicantTypes: [string, RegExp][] = [
  ['Applicant', /^((main|primary)?app(licant)?)?$/],
  ['Co-Applicant', /^co(app|applicant|borrower)$/],
  ['Guarantor', /^guarantor$/],
];

export const normalizeApplicantType = (text: string): string =>
  findSpelling(text, applicantTypes) ??
  words(text)
    .toLowerCase()
    .replace(/(?<![\p{L}\p{M}\p{N}])\p{Ll}/gu, (letter) => letter.toUpperCase());

const visitTypes: [string, RegExp][] = [
  ['RESIDENCE', /^(rv|res|resi|residence|residential)$/],
  ['RESIDENCE VISIT', /^(res|resi|residence|residential)visit$/],
  ['OFFICE', /^(ov|(off|office)(visit)?)$/],
  ['BUSINESS', /^(bv|business(visit)?)$/],
];

export const normalizeVisitType = (text: string): string =>
  findSpelling(text, visitTypes) ?? words(text).toUpperCase();
