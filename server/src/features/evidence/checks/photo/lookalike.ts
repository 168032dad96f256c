import { metresBetween } from '@doorstep/contract/visits/distance';
import type { CheckedVerification, MatchingPhoto } from '../../checked-verification.ts';
import { isSameAddress } from '../../compare.ts';
import type { Check } from '../../finding.ts';
import { count, day } from '../../format.ts';
import { pairPhotos, sentFor } from './pair-photos.ts';

/**
 * Finds a photo similar to one that the agent sent for another address. Ignores photos of nearby visits in
 * the same pin code, because the doors of one housing society look alike.
 */
export const lookalike: Check = {
  id: 'photo.lookalike',
  version: 2,
  find: (one, { alikeDhash, alikePhash, alikeExemptM }) => {
    const photos = one.photos
      .map((photo) => ({
        photo,
        elsewhere: photo.alike
          .filter((other) => other.dhashDistance <= alikeDhash && other.phashDistance <= alikePhash)
          .filter((other) => !isOneBuilding(one, other, alikeExemptM))
          .sort((a, b) => a.dhashDistance + a.phashDistance - b.dhashDistance - b.phashDistance),
      }))
      .filter(({ elsewhere }) => elsewhere.length > 0);
    const [alike] = photos;
    const nearest = alike?.elsewhere[0];
    if (!alike || !nearest) return null;
    const more =
      photos.length > 1
        ? ` ${count(photos.length - 1, 'more photo')} ${photos.length === 2 ? 'is' : 'are'} similar too.`
        : '';
    return {
      level: 'look',
      sentence: `Photo ${alike.photo.position + 1} looks like photo ${nearest.position + 1} of ${sentFor(one, nearest)} (${day(nearest.at, one.timeZone)}). Two comparisons of 64 points each found ${count(nearest.dhashDistance, 'difference')} (up to ${alikeDhash} count as alike) and ${nearest.phashDistance} (up to ${alikePhash}).${more}`,
      measured: {
        photos: photos.length,
        dhash_distance: nearest.dhashDistance,
        phash_distance: nearest.phashDistance,
      },
      ...pairPhotos(photos),
    };
  },
};

function isOneBuilding(one: CheckedVerification, other: MatchingPhoto, metres: number): boolean {
  if (isSameAddress(one.applicant, other.applicant)) return true;
  if (one.visit.place === null || other.place === null) return false;
  const isNear = metresBetween(one.visit.place, other.place) <= metres;
  return isNear && one.applicant.pinCode === other.applicant.pinCode;
}
