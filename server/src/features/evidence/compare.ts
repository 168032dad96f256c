import { metresBetween } from '@doorstep/contract/visits/distance';
import type { CheckedApplicant, Place } from './checked-verification.ts';

/** Whether the accuracy of a place is known and at most this many metres. */
export const isWithin = (
  place: Place | null,
  metres: number,
): place is Place & { accuracyM: number } =>
  place !== null && place.accuracyM !== null && place.accuracyM <= metres;

/** Returns the distance of two places in metres, minus the possible error of both. */
export const surelyApart = (one: Place, two: Place): number =>
  Math.max(0, metresBetween(one, two) - (one.accuracyM ?? 0) - (two.accuracyM ?? 0));

export const plainWords = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

export const isSameAddress = (one: CheckedApplicant, two: CheckedApplicant): boolean =>
  one.pinCode === two.pinCode &&
  plainWords(one.address) !== '' &&
  plainWords(one.address) === plainWords(two.address);
