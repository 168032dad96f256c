import { isSameAddress, metresBetween } from '../../between.ts';
import type { EvidenceCase, PhotoElsewhere, Place } from '../../case.ts';
import type { Check } from '../../finding.ts';
import { count, day } from '../../in-words.ts';
import { besidePhotos, sentFor } from './beside-photos.ts';

/** The same bytes were sent for another applicant. Not for the co-applicant behind the same door, nor for a case uploaded anew. */
export const sameFile: Check = {
  id: 'photo.same_file',
  version: 3,
  find: (one, { alikeExemptM }) => {
    const photos = one.photos
      .map((photo) => ({
        photo,
        elsewhere: photo.sameFile.filter((other) => !isSameDoor(one, other, alikeExemptM)),
      }))
      .filter(({ elsewhere }) => elsewhere.length > 0);
    const others = photos.flatMap(({ elsewhere }) => elsewhere);
    const [first] = others;
    if (!first) return null;
    const cases = new Set(others.map(({ applicant }) => applicant.id)).size;
    const whose = first.agentId === one.agentId ? '' : ` by ${first.agentName}`;
    // Some clients attach one and the same placeholder to all that they send.
    const isFlat = photos.every(({ photo }) => photo.isFlat);
    const more = cases > 1 ? `, and for ${count(cases - 1, 'more case')}` : '';
    return {
      level: isFlat ? 'look' : 'serious',
      sentence: `${count(photos.length, 'photo')} of this visit ${photos.length === 1 ? 'was' : 'were'} also sent for ${sentFor(one, first)} (another address)${whose} on ${day(first.at, one.timeZone)}${more}.${isFlat ? ' It has no contrast: a wall, the dark, a placeholder.' : ''}`,
      measured: { photos: photos.length, cases },
      ...besidePhotos(photos),
    };
  },
};

function isSameDoor(one: EvidenceCase, other: PhotoElsewhere, metres: number): boolean {
  if (isSameAddress(one.applicant, other.applicant)) return true;
  const isOneApplication = one.applicant.applicationId === other.applicant.applicationId;
  return isOneApplication && areNear(one.visit.place, other.place, metres);
}

const areNear = (one: Place | null, two: Place | null, metres: number) =>
  one !== null && two !== null && metresBetween(one, two) <= metres;
