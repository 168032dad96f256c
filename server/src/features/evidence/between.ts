import { metresBetween } from '@doorstep/contract/visits/distance';
import type { CheckedApplicant, Place } from './checked-verification.ts';

/** Whether a place is known as exactly as this; one of unknown exactness is not. */
export const isWithin = (
  place: Place | null,
  metres: number,
): place is Place & { accuracyM: number } =>
  place !== null && place.accuracyM !== null && place.accuracyM <= metres;

/** Metres that two places are apart for certain: what either may be wrong by is not counted. */
export const surelyApart = (one: Place, two: Place): number =>
  Math.max(0, metresBetween(one, two) - (one.accuracyM ?? 0) - (two.accuracyM ?? 0));

/** Words to be compared: case, spaces and signs say nothing. */
export const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Whether two applicants live behind one door, as far as the lender's file says. */
export const isSameAddress = (one: CheckedApplicant, two: CheckedApplicant): boolean =>
  one.pinCode === two.pinCode &&
  plainWords(one.address) !== '' &&
  plainWords(one.address) === plainWords(two.address);
