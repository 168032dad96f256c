import type {
  CheckedVerification,
  EvidencePhoto,
  PhotoElsewhere,
} from '../../checked-verification.ts';
import { type Found, verificationsBeside } from '../../finding.ts';
import { nameOf } from '../../in-words.ts';

/** At most so many pairs are shown. */
const most = 6;

/** Photos of the case next to what they are like, one pair a photo. */
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
      ...verificationsBeside(
        [...new Set(others.flatMap(({ verificationId }) => verificationId ?? []))],
        most,
      ),
    },
    // Also this case's own, where a colleague sent the files: a dismissal about somebody else doesn't stand for that.
    otherApplicants: [...new Set(others.map(({ applicant }) => applicant.id))],
  };
}

/** The purpose of another photo: `application 5521`, `an attempt to visit application 5521`. */
export function sentFor(one: CheckedVerification, other: PhotoElsewhere): string {
  const name = nameOf(one, other.applicant);
  if (other.verificationId !== null) return name;
  return other.isAttempt ? `an attempt to visit ${name}` : `a held visit to ${name}`;
}
