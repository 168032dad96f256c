import type {
  Fix,
  ManifestPhoto,
  OriginalPicture,
  PhotoSubject,
} from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';

/**
 * The input of the checks. Moments are in milliseconds since 1970. A phone's moments are corrected by its
 * clock error, if this error is known. Unknown values are null and cause no finding.
 */
export interface CheckedVerification {
  verificationId: number;
  agentId: number;
  applicant: CheckedApplicant;
  firstAssignedAt: number | null;
  visit: CheckedVisit;
  photos: EvidencePhoto[];
  /** The agent's other visits within 12 hours of this visit, including attempts, earliest first. */
  others: OtherVisit[];
  pin: PinOfVerification;
  /** The remark and the neighbours' words in the agent's recent verifications, the latest first. */
  recentWords: { verificationId: number; applicantId: number; words: string[] }[];
  deniedAt: number | null;
  timeZone: string;
}

export interface CheckedApplicant {
  id: number;
  applicationId: string;
  pinCode: string;
  address: string;
  portfolioName: string;
}

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
  /** The moment when the agent started the visit in the app, or `arrivedAt` if this moment is unknown. */
  begunAt: number | null;
  /** The moment when the agent last confirmed being at the door. */
  arrivedAt: number | null;
  leftAt: number | null;
  /**
   * The time from the first to the last photo since `arrivedAt`, or from arrival to departure if there is no
   * such photo. Leaves out files that the agent chose. If an older app sent no start of the visit, photos
   * from before `arrivedAt` count too.
   */
  present: Span | null;
  receivedAt: number;
  /**
   * Whether the phone's clock error is known. If not, the phone's moments are uncorrected and must not be
   * compared with the server's clock.
   */
  isClockKnown: boolean;
  place: Place | null;
  /** The GPS fixes in the order in which the phone recorded them. */
  fixes: Fix[];
  answers: number;
  /** The remark and the words of both neighbours, in this order. */
  words: string[];
  /** Whether the agent's app sent the visit. Other API clients sign no visits. */
  isFromPhone: boolean;
  phone: CheckedPhone | null;
}

interface CheckedPhone {
  id: string;
  label: string;
  /** The colleagues whose visits this phone's key signed on the same day, each colleague once. */
  colleagues: { name: string; at: number }[];
}

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
  /** The phone's complete record of `fix`, with the moment and the altitude. */
  recordedFix: Fix | null;
  /** The time in the EXIF data, which any camera or program may have written. */
  takenAt: number | null;
  hasPlaceInFile: boolean;
  /** Whether the photo has almost no contrast, like a wall, a dark room or a placeholder. */
  isFlat: boolean;
  /** The app's record of the picture before the app re-encoded it. Null for other photos. */
  original: OriginalPicture | null;
  /**
   * Earlier photos with the same bytes that were sent for another applicant, or by a colleague for this
   * applicant.
   */
  sameFile: MatchingPhoto[];
  /**
   * The most similar photo of each other applicant. Only photos that this agent sent in the year before this
   * visit are compared.
   */
  alike: (MatchingPhoto & { dhashDistance: number; phashDistance: number })[];
}

/** A photo of a visit to another applicant, or of a colleague's visit to this applicant. */
export interface MatchingPhoto {
  photoId: string;
  position: number;
  /** Null if the visit has no verification, such as an attempt or a held visit. */
  verificationId: number | null;
  isAttempt: boolean;
  applicant: CheckedApplicant;
  agentId: number;
  agentName: string;
  place: Place | null;
  at: number;
}

export interface OtherVisit {
  id: string;
  /** Null if the visit has no verification, such as an attempt or a held visit. */
  verificationId: number | null;
  applicant: CheckedApplicant;
  place: Place | null;
  present: Span;
  isClockKnown: boolean;
}

export interface PinOfVerification {
  pinCode: string;
  /**
   * The name of the district. Empty if only the postal district (the first three digits) is known, and null
   * if neither is known.
   */
  district: string | null;
  /** The approximate place of the pin code, which only the screen uses. */
  roughly?: { latitude: number; longitude: number } | null;
  /**
   * Up to a hundred pin codes within 200 km of the visit's place, nearest first. Null if the place is
   * unknown, or if no pin code is that near.
   */
  around: { pinCode: string; district: string; km: number }[] | null;
  /**
   * The usual place of positive visits to this pin code, or null if there were too few. 95 % of these visits
   * were at most `p95M` metres from this place.
   */
  learned: { latitude: number; longitude: number; visits: number; p95M: number } | null;
}
