import { containsAadhaar } from '../text/aadhaar.ts';
import type { Field } from './definition.ts';

/**
 * A phone number with India's country code and no +. Such a number has twelve digits, like an Aadhaar number.
 */
const withCountryCode = /(?<!\d)91[\s-]*[6-9](?:[\s-]*\d){9}(?!\d)/g;

/**
 * Answers of kind `identifier` are not checked. In an answer of kind `phone`, phone numbers with a country
 * code are ignored, because one in ten of them would pass for an Aadhaar number by chance.
 */
export function answerContainsAadhaar(kind: Field['kind'], answer: string): boolean {
  if (kind === 'identifier') return false;
  return containsAadhaar(kind === 'phone' ? answer.replaceAll(withCountryCode, '+$&') : answer);
}
