import { containsAadhaar } from '../text/aadhaar.ts';
import type { Field } from './definition.ts';

/** A phone number with India's country code and no +: twelve digits, like an Aadhaar number. */
const withCountryCode = /(?<!\d)91[\s-]*[6-9](?:[\s-]*\d){9}(?!\d)/g;

/**
 * Returns whether an answer of this kind contains an Aadhaar number. Ignores identifiers, and phone numbers
 * with a country code, because one in ten looks like an Aadhaar number by chance.
 */
export function answerContainsAadhaar(kind: Field['kind'], answer: string): boolean {
  if (kind === 'identifier') return false;
  return containsAadhaar(kind === 'phone' ? answer.replaceAll(withCountryCode, '+$&') : answer);
}
