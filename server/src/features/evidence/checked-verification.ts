import type {
  Fix,
  ManifestPhoto,
  OriginalPicture,
  PhotoSubject,
} from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';

/**
 * The input of the checks for a verification. Moments are milliseconds since 1970 by the server's clock, so
 * moments from a phone are corrected by the phone's clock error. Unknown values are null and cause no
 * finding.
 */
export interface CheckedVerification {
  verificationId: number;
  agentId: number;
  applicant: CheckedApplicant;
  firstAssignedAt: number | null;
  visit: CheckedVisit;
  photos: EvidencePhoto[];
  /** The agent's other visits within 12 hours, earliest first, including attempts. */
  others: OtherVisit[];
  pin: PinOfVerification;
  /** The remark and the neighbours' words in the agent's recent verifications, the latest first. */
  recentWords: { verificationId: number; applicantId: number; words: string[] }[];
  /** The moment of the last call-back that denied the visit. */
  deniedAt: number | null;
  /** The provider's time zone, which sentences use for days. */
  timeZone: string;
}

export interface CheckedApplicant {
  id: number;
  applicationId: string;
  pinCode: string;
  address: string;
  portfolioName: string;
}

/** A point with its accuracy in metres. */
export interface Place {
  latitude: number;
  longitude: number;
  accuracyM: number | null;
}

export interface Span {
  from: number;
  to: number;
}

interface CheckedVisit {
  outcome: VisitOutcome;
  /** The moment when the agent started the visit in the app. */
  begunAt: number | null;
  /** The moment of the agent's last confirmation of being at the door. */
  arrivedAt: number | null;
  leftAt: number | null;
  /**
   * The time from the first to the last photo after the arrival, or from arrival to departure if there are
   * no photos.
   */
  present: Span | null;
  receivedAt: number;
  /**
   * Whether the phone knew its clock error. If not, moments from this phone are not compared with the
   * server's moments.
   */
  isClockKnown: boolean;
  place: Place | null;
  /** The places in the order in which the phone recorded them. */
  fixes: Fix[];
  /** The number of answers in the visit. */
  answers: number;
  /** The remark and the words of both neighbours, in this order. */
  words: string[];
  /** Whether the agent's app sent the visit. The check for unknown phones ignores all other visits. */
  isFromPhone: boolean;
  phone: CheckedPhone | null;
}

interface CheckedPhone {
  id: string;
  label: string;
  /** The colleagues whose visits this phone's key signed on the same day, each colleague once. */
  colleagues: { name: string; at: number }[];
}

/** A photo of the verification and its matches. */
export interface EvidencePhoto {
  id: string;
  position: number;
  kind: string;
  width: number;
  height: number;
  source: ManifestPhoto['source'];
  shows: PhotoSubject | '';
  /** The time in the app's record. Null if the app sent no record. */
  capturedAt: number | null;
  monoMs: number | null;
  fix: Place | null;
  /** The raw fix that the phone recorded with the photo. */
  recordedFix: Fix | null;
  /** The time in the EXIF data, which any camera or program may have written. */
  takenAt: number | null;
  hasPlaceInFile: boolean;
  /**
   * Whether the photo lacks contrast, like a wall, the dark or a placeholder. Photos without contrast all
   * look alike.
   */
  isFlat: boolean;
  /** The app's record of the original picture, if the app re-encoded the picture. Null for all other photos. */
  original: OriginalPicture | null;
  /** Photos with the same bytes that were sent for another applicant, or by a colleague for this applicant. */
  sameFile: MatchingPhoto[];
  /**
   * The most similar photo of each other applicant that the same agent sent in the year before. Both photos
   * have enough texture, and their difference is within the current thresholds.
   */
  alike: (MatchingPhoto & { dhashDistance: number; phashDistance: number })[];
}

/**
 * A photo of a visit to another applicant, or of a colleague's visit to this applicant. The visit may have
 * no verification.
 */
export interface MatchingPhoto {
  photoId: string;
  position: number;
  /** Null if the visit has no verification. */
  verificationId: number | null;
  isAttempt: boolean;
  applicant: CheckedApplicant;
  agentId: number;
  agentName: string;
  place: Place | null;
  at: number;
}

/** Another visit of the same agent. */
export interface OtherVisit {
  id: string;
  /** Null for a visit without a verification, such as an attempt. */
  verificationId: number | null;
  applicant: CheckedApplicant;
  place: Place | null;
  present: Span;
  isClockKnown: boolean;
}

/** The places that are known for the pin code of a verification. */
export interface PinOfVerification {
  pinCode: string;
  /**
   * The district in the table. Empty if the table only has other pin codes with the same first three
   * digits. Null if the table has no such pin code.
   */
  district: string | null;
  /** The approximate place in the table, which is shown but not used for distances. */
  roughly?: { latitude: number; longitude: number } | null;
  /**
   * The hundred pin codes nearest to the visit's place, nearest first. Null if the place is unknown, or if
   * no pin code is within 200 km.
   */
  around: { pinCode: string; district: string; km: number }[] | null;
  /** The usual place of positive visits to this pin code. Null while there are too few visits. */
  learned: { latitude: number; longitude: number; visits: number; p95M: number } | null;
}
