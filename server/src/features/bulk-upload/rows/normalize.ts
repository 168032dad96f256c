import { digitValue } from '@doorstep/contract/text/aadhaar';

/** Apostrophes with which spreadsheets mark text, and invisible characters. */
const marks = /^[\s'\u2018\u2019`]+|\p{Cf}/gu;

const gaps = /[\s()[\].\-\u2010-\u2015\u2212]/g;

/** Converts digits of any script to 0 to 9: Devanagari, Bengali, Tamil, full width and others. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}\d]/gu, (digit) => String(digitValue(digit)));
}

/**
 * Returns the digits of a number in a program's notation, '9876543210.0' or '9.876543210E+09', unless some
 * were rounded off.
 */
function writtenOut(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(\d+)(?:\.(\d+))?(?:[eE]\+?(\d{1,2}))?$/.exec(text) ?? [];
  const places = Number(exponent);
  if (whole === '' || fraction.length < places) return text;
  return /^0*$/.test(fraction.slice(places)) ? whole + fraction.slice(0, places) : text;
}

function readNumber(text: string): { number: string; stripped: string } {
  // Some marks, such as a full-width apostrophe, become plain only together with plain digits.
  const plain = plainDigits(text.replace(marks, '')).replace(marks, '');
  const number = writtenOut(plain.trim());
  return { number, stripped: number.replace(gaps, '') };
}

/**
 * Returns the ten digits of an Indian mobile number without +91, 0091, 0 and separators; anything else
 * unchanged.
 */
export function normalizeMobile(text: string): string {
  if (/^\d{10}$/.test(text)) return text;
  const { number, stripped } = readNumber(text);
  // An amount: one or two digits after a point are not a group of digits.
  if (/^\d+\.\d{1,2}$/.test(number)) return number;
  return /^(?:\+?0{0,2}91)?0?(\d{10})$/.exec(stripped)?.[1] ?? number;
}

/** Returns the six digits of a pin code without spaces and dashes; anything else unchanged. */
export function normalizePin(text: string): string {
  if (/^\d{6}$/.test(text)) return text;
  const { number, stripped } = readNumber(text);
  return /^\d{6}$/.test(stripped) && !number.includes('.') ? stripped : number;
}

/** Returns a lender's application number as one line, without the mark of a text cell. */
export function normalizeApplicationId(text: string): string {
  return oneLine(text.replace(/^\s*'+(?=\S)/, ''));
}

export const oneLine = (text: string) => text.trim().replace(/\s{2,}|[^\S ]/g, ' ');

/** Normalises the separators of words: CO_APPLICANT, co-applicant, Co  Applicant. */
const words = (text: string) => oneLine(text.replace(/[\s_\-\u2010-\u2015]+/g, ' '));

/** Removes case and separators: Co-Applicant, CO APPLICANT, C.O. Applicant. */
const squeeze = (text: string) => text.toLowerCase().replace(/[\s._\-\u2010-\u2015]/g, '');

/** Returns the first spelling whose pattern a text matches, with the number at its end: the OFFICE 2 of `Off-2`. */
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

/** Returns the canonical applicant type: `Applicant` for an empty one, capitals as in a title. */
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

/** Returns the visit type in capitals; any word for a home becomes RESIDENCE, which the forms use. */
export const normalizeVisitType = (text: string): string =>
  findSpelling(text, visitTypes) ?? words(text).toUpperCase();
