import { metresBetween } from '@doorstep/contract/visits/distance';
import type { CheckedVerification, MatchingPhoto, Place } from '../../checked-verification.ts';
import { isSameAddress } from '../../compare.ts';
import type { Check } from '../../finding.ts';
import { count, day } from '../../format.ts';
import { pairPhotos, sentFor } from './pair-photos.ts';

/**
 * Finds photos that were also sent for another visit. Ignores photos that were sent for the same address, or
 * for the same application at a near place. Also ignores photos that the agent sent again for the same
 * applicant.
 */
export const sameFile: Check = {
  id: 'photo.same_file',
  version: 4,
  find: (one, { alikeExemptM }) => {
    const photos = one.photos
      .map((photo) => ({
        photo,
        elsewhere: photo.sameFile.filter((other) => !isSameDoor(one, other, alikeExemptM)),
      }))
      .filter(({ elsewhere }) => elsewhere.length > 0);
    const others = photos.flatMap(({ elsewhere }) => elsewhere);
    const first = others.find((other) => !isSameApplicant(one, other)) ?? others[0];
    if (!first) return null;
    const cases = new Set(others.map(({ applicant }) => applicant.id)).size;
    const whose = first.agentId === one.agentId ? '' : ` by ${first.agentName}`;
    const address = isSameApplicant(one, first) ? '' : ' (another address)';
    // Flat photos are less serious, because some clients attach the same placeholder to every visit.
    const isFlat = photos.every(({ photo }) => photo.isFlat);
    const more = cases > 1 ? `, and for ${count(cases - 1, 'more case')}` : '';
    return {
      level: isFlat ? 'look' : 'serious',
      sentence: `${count(photos.length, 'photo')} of this visit ${photos.length === 1 ? 'was' : 'were'} also sent for ${sentFor(one, first)}${address}${whose} on ${day(first.at, one.timeZone)}${more}.${isFlat ? ' A photo without contrast may show a wall, darkness or a placeholder.' : ''}`,
      measured: { photos: photos.length, cases },
      ...pairPhotos(photos),
    };
  },
};

const isSameApplicant = ({ applicant }: CheckedVerification, other: MatchingPhoto) =>
  other.applicant.id === applicant.id;

function isSameDoor(one: CheckedVerification, other: MatchingPhoto, metres: number): boolean {
  if (isSameApplicant(one, other)) return other.agentId === one.agentId;
  if (isSameAddress(one.applicant, other.applicant)) return true;
  const isOneApplication = one.applicant.applicationId === other.applicant.applicationId;
  return isOneApplication && areNear(one.visit.place, other.place, metres);
}

const areNear = (one: Place | null, two: Place | null, metres: number) =>
  one !== null && two !== null && metresBetween(one, two) <= metres;
