import { holdsAadhaar } from '../text/aadhaar.ts';
import type { Field } from './definition.ts';

/** A phone number with India's country code and no +: twelve digits, as an Aadhaar number has. */
const withCountryCode = /(?<!\d)91[\s-]*[6-9](?:[\s-]*\d){9}(?!\d)/g;

/**
 * Whether an answer of this kind holds an Aadhaar number. One in ten phone numbers of twelve digits, and of identifiers,
 * looks like one by chance.
 */
export function holdsAadhaarIn(kind: Field['kind'], answer: string): boolean {
  if (kind === 'identifier') return false;
  return holdsAadhaar(kind === 'phone' ? answer.replaceAll(withCountryCode, '+$&') : answer);
}
