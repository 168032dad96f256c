import type {
  CheckedVerification,
  EvidencePhoto,
  MatchingPhoto,
} from '../../checked-verification.ts';
import { describeVerifications, type Found } from '../../finding.ts';
import { nameOf } from '../../format.ts';

/** The most pairs that are shown. */
const most = 6;

/** Returns photos of the verification next to their matches, one pair a photo. */
export function pairPhotos(
  photos: { photo: EvidencePhoto; elsewhere: MatchingPhoto[] }[],
): Pick<Found, 'details' | 'otherApplicants'> {
  const others = photos.flatMap(({ elsewhere }) => elsewhere);
  return {
    details: {
      photos: photos.slice(0, most).map(({ photo, elsewhere }) => ({
        photoId: photo.id,
        otherPhotoId: elsewhere[0]?.photoId ?? null,
      })),
      ...describeVerifications(
        [...new Set(others.flatMap(({ verificationId }) => verificationId ?? []))],
        most,
      ),
    },
    // Includes this verification's own applicant if a colleague sent the files. Otherwise, an
    // earlier dismissal about another applicant would hide the finding.
    otherApplicants: [...new Set(others.map(({ applicant }) => applicant.id))],
  };
}

/** Describes what another photo was sent for: `application 5521`, `an attempt to visit application 5521`. */
export function sentFor(one: CheckedVerification, other: MatchingPhoto): string {
  const name = nameOf(one, other.applicant);
  if (other.verificationId !== null) return name;
  return other.isAttempt ? `an attempt to visit ${name}` : `a held visit to ${name}`;
}
