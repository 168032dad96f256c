import type {
  Fix,
  ManifestPhoto,
  OriginalPicture,
  PhotoSubject,
} from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';

/**
 * The input of the checks for a verification, already looked up. Moments are milliseconds since 1970 by the
 * server's clock: a phone's moments are corrected by its clock error. Unknown values are null, and cause no
 * finding.
 */
export interface CheckedVerification {
  verificationId: number;
  agentId: number;
  applicant: CheckedApplicant;
  /** When the task was first assigned. */
  firstAssignedAt: number | null;
  visit: CheckedVisit;
  photos: EvidencePhoto[];
  /** The agent's other visits around this one, earliest first, including attempts. */
  others: OtherVisit[];
  pin: PinOfVerification;
  /** This agent's recent remarks in other verifications, the latest first. */
  recentWords: { verificationId: number; applicantId: number; words: string[] }[];
  /** When a call-back last denied the visit. */
  deniedAt: number | null;
  /** The provider's time zone, for days in sentences. */
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
  /** When the visit was started in the app. */
  begunAt: number | null;
  /** When the agent last confirmed being at the door. */
  arrivedAt: number | null;
  leftAt: number | null;
  /** From the first to the last photo after the arrival; without photos, from arrival to departure. */
  present: Span | null;
  receivedAt: number;
  /** Whether the phone knew its clock error. Without it, its moments are not compared with the server's. */
  isClockKnown: boolean;
  place: Place | null;
  /** As the phone recorded them, in order. */
  fixes: Fix[];
  /** The number of answers in the visit. */
  answers: number;
  /** Remark and both neighbours' words, in this order. */
  words: string[];
  /** Sent by the agent's app: only then its phone is checked. */
  isFromPhone: boolean;
  phone: CheckedPhone | null;
}

interface CheckedPhone {
  id: string;
  label: string;
  /** Colleagues whose visits this phone's key signed on the same day, each once. */
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
  /** By the app's record; null if the app sent none. */
  capturedAt: number | null;
  monoMs: number | null;
  fix: Place | null;
  /** The raw fix that the phone recorded with it. */
  recordedFix: Fix | null;
  /** By the EXIF data, which any camera or program may have written. */
  takenAt: number | null;
  hasPlaceInFile: boolean;
  /**
   * Whether the photo lacks contrast, like a wall, the dark or a placeholder. Such photos all look
   * alike.
   */
  isFlat: boolean;
  /** The app's record of a picture that it re-encoded; null for all others. */
  original: OriginalPicture | null;
  /** The same bytes in verifications of other applicants, or a colleague's of this applicant. */
  sameFile: MatchingPhoto[];
  /**
   * Similar photos of the same agent within a year, the most similar of each other applicant: both with
   * enough texture, and as similar as the current thresholds require.
   */
  alike: (MatchingPhoto & { dhashDistance: number; phashDistance: number })[];
}

/**
 * A photo of another applicant's verification, or of a visit to another applicant that became none; or of a
 * colleague's visit to this applicant.
 */
export interface MatchingPhoto {
  photoId: string;
  position: number;
  /** Null if the visit became no verification. */
  verificationId: number | null;
  /** Whether the visit was not final. */
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
  /** Null for an attempt. */
  verificationId: number | null;
  applicant: CheckedApplicant;
  place: Place | null;
  present: Span;
  isClockKnown: boolean;
}

/** The known place of a verification's pin code. */
export interface PinOfVerification {
  pinCode: string;
  /** From the table; empty if the table only has others with the same first three digits, null if it has none. */
  district: string | null;
  /** The approximate place from the table: to be shown, never to be measured with. */
  roughly?: { latitude: number; longitude: number } | null;
  /**
   * The hundred pin codes of the table nearest to the visit's place, nearest first; null without a place, or
   * with none within 200 km of it.
   */
  around: { pinCode: string; district: string; km: number }[] | null;
  /** Where positive visits to this pin code were; null before there were enough. */
  learned: { latitude: number; longitude: number; visits: number; p95M: number } | null;
}
