import { metresBetween } from '@doorstep/contract/visits/distance';
import { isSameAddress } from '../../between.ts';
import type { CheckedVerification, PhotoElsewhere, Place } from '../../checked-verification.ts';
import type { Check } from '../../finding.ts';
import { count, day } from '../../in-words.ts';
import { besidePhotos, sentFor } from './beside-photos.ts';

/**
 * The same bytes were sent for another applicant, or by a colleague for this one. Not for the co-applicant behind the same door, nor
 * for a case uploaded again.
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
    // Where both were found, another applicant's case is said before a colleague's visit to this one.
    const first = others.find((other) => !isSameApplicant(one, other)) ?? others[0];
    if (!first) return null;
    const cases = new Set(others.map(({ applicant }) => applicant.id)).size;
    const whose = first.agentId === one.agentId ? '' : ` by ${first.agentName}`;
    const address = isSameApplicant(one, first) ? '' : ' (another address)';
    // Some clients attach one and the same placeholder to all that they send.
    const isFlat = photos.every(({ photo }) => photo.isFlat);
    const more = cases > 1 ? `, and for ${count(cases - 1, 'more case')}` : '';
    return {
      level: isFlat ? 'look' : 'serious',
      sentence: `${count(photos.length, 'photo')} of this visit ${photos.length === 1 ? 'was' : 'were'} also sent for ${sentFor(one, first)}${address}${whose} on ${day(first.at, one.timeZone)}${more}.${isFlat ? ' It has no contrast: a wall, the dark, a placeholder.' : ''}`,
      measured: { photos: photos.length, cases },
      ...besidePhotos(photos),
    };
  },
};

const isSameApplicant = ({ applicant }: CheckedVerification, other: PhotoElsewhere) =>
  other.applicant.id === applicant.id;

function isSameDoor(one: CheckedVerification, other: PhotoElsewhere, metres: number): boolean {
  if (isSameApplicant(one, other)) return other.agentId === one.agentId;
  if (isSameAddress(one.applicant, other.applicant)) return true;
  const isOneApplication = one.applicant.applicationId === other.applicant.applicationId;
  return isOneApplication && areNear(one.visit.place, other.place, metres);
}

const areNear = (one: Place | null, two: Place | null, metres: number) =>
  one !== null && two !== null && metresBetween(one, two) <= metres;
