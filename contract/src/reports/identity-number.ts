import { containsAadhaar } from '../text/aadhaar.ts';
import type { Field } from './definition.ts';

/**
 * A phone number with India's country code and no +. Such a number has twelve digits, like an Aadhaar number.
 */
const withCountryCode = /(?<!\d)91[\s-]*[6-9](?:[\s-]*\d){9}(?!\d)/g;

/**
 * Always false for an answer of kind `identifier`. In an answer of kind `phone`, ignores phone numbers with a
 * country code. One in ten such numbers looks like an Aadhaar number by chance.
 */
export function answerContainsAadhaar(kind: Field['kind'], answer: string): boolean {
  if (kind === 'identifier') return false;
  return containsAadhaar(kind === 'phone' ? answer.replaceAll(withCountryCode, '+$&') : answer);
}
