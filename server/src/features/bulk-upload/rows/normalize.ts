import { digitValue } from '@doorstep/contract/text/aadhaar';

/** Apostrophes by which spreadsheets mark text, and characters that can't be seen. */
const marks = /^[\s'\u2018\u2019`]+|\p{Cf}/gu;

const gaps = /[\s()[\].\-\u2010-\u2015\u2212]/g;

/** Digits of any script as 0 to 9: Devanagari, Bengali, Tamil, full width and the others. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(/[^\P{Nd}\d]/gu, (digit) => String(digitValue(digit)));
}

/** A number as a program wrote it out, '9876543210.0' or '9.876543210E+09', as its digits; none may have been rounded off. */
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

/** The ten digits of an Indian mobile number without +91, 0091, 0 and what people write between; anything else as it came. */
export function normalizeMobile(text: string): string {
  if (/^\d{10}$/.test(text)) return text;
  const { number, stripped } = readNumber(text);
  // A rest after one or two points is not a group of digits, but an amount.
  if (/^\d+\.\d{1,2}$/.test(number)) return number;
  return /^(?:\+?0{0,2}91)?0?(\d{10})$/.exec(stripped)?.[1] ?? number;
}

/** The six digits of a pin code, spaces and dashes between them dropped; anything else as it came. */
export function normalizePin(text: string): string {
  if (/^\d{6}$/.test(text)) return text;
  const { number, stripped } = readNumber(text);
  return /^\d{6}$/.test(stripped) && !number.includes('.') ? stripped : number;
}

/** A lender's number of an application: one line, without the mark of a text cell. */
export function normalizeApplicationId(text: string): string {
  return oneLine(text.replace(/^\s*'+(?=\S)/, ''));
}

export const oneLine = (text: string) => text.trim().replace(/\s{2,}|[^\S ]/g, ' ');

/** A word or two however they are separated: CO_APPLICANT, co-applicant, Co  Applicant. */
const words = (text: string) => oneLine(text.replace(/[\s_\-\u2010-\u2015]+/g, ' '));

/** The same in the many ways it is written: Co-Applicant, CO APPLICANT, C.O. Applicant. */
const squeeze = (text: string) => text.toLowerCase().replace(/[\s._\-\u2010-\u2015]/g, '');

/** The first spelling whose pattern a text matches, with the number it ends in: the OFFICE 2 of `Off-2`. */
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

/** One spelling of what lenders write in many: `Applicant` where nothing stands, capitals as in a title. */
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

/** The kind of a visit in capitals; what means a home is the RESIDENCE that the forms go by. */
export const normalizeVisitType = (text: string): string =>
  findSpelling(text, visitTypes) ?? words(text).toUpperCase();
