import type {
  CheckedVerification,
  EvidencePhoto,
  MatchingPhoto,
} from '../../checked-verification.ts';
import { describeVerifications, type Found } from '../../finding.ts';
import { nameOf } from '../../format.ts';

const most = 6;

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
    // Includes this verification's applicant if a colleague's visit to that applicant matches. Otherwise, an
    // earlier dismissal of a match with another applicant would hide this match.
    otherApplicants: [...new Set(others.map(({ applicant }) => applicant.id))],
  };
}

export function sentFor(one: CheckedVerification, other: MatchingPhoto): string {
  const name = nameOf(one, other.applicant);
  if (other.verificationId !== null) return name;
  return other.isAttempt ? `an attempt to visit ${name}` : `a held visit to ${name}`;
}
