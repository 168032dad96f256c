import { metresBetween } from '@doorstep/contract/visits/distance';
import type { CheckedApplicant, Place } from './checked-verification.ts';

/** Returns whether a place is at least this accurate; one of unknown accuracy is not. */
export const isWithin = (
  place: Place | null,
  metres: number,
): place is Place & { accuracyM: number } =>
  place !== null && place.accuracyM !== null && place.accuracyM <= metres;

/** The minimum distance of two places in metres, after subtracting the possible error of both. */
export const surelyApart = (one: Place, two: Place): number =>
  Math.max(0, metresBetween(one, two) - (one.accuracyM ?? 0) - (two.accuracyM ?? 0));

/** Normalises words for comparison: ignores case, spaces and punctuation. */
export const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Returns whether two applicants live at the same address, according to the lender's file. */
export const isSameAddress = (one: CheckedApplicant, two: CheckedApplicant): boolean =>
  one.pinCode === two.pinCode &&
  plainWords(one.address) !== '' &&
  plainWords(one.address) === plainWords(two.address);
