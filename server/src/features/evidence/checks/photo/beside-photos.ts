import type { EvidencePhoto, PhotoElsewhere } from '../../case.ts';
import type { Found } from '../../finding.ts';

/** At most so many pairs are shown. */
const most = 6;

/** Photos of the case beside what they are like, one pair a photo. */
export function besidePhotos(
  photos: { photo: EvidencePhoto; elsewhere: PhotoElsewhere[] }[],
): Pick<Found, 'beside' | 'otherApplicants'> {
  const others = photos.flatMap(({ elsewhere }) => elsewhere);
  return {
    beside: {
      photos: photos.slice(0, most).map(({ photo, elsewhere }) => ({
        photoId: photo.id,
        otherPhotoId: elsewhere[0]?.photoId ?? null,
      })),
      cases: [...new Set(others.map(({ verificationId }) => verificationId))].slice(0, most),
    },
    otherApplicants: [...new Set(others.map(({ applicant }) => applicant.id))],
  };
}
