import type {
  Fix,
  ManifestPhoto,
  OriginalPicture,
  PhotoSubject,
} from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';

/**
 * All that the checks see of a case, already looked up. Moments are milliseconds since 1970 by the server's clock: a phone's
 * moments are set right by how wrong its clock was. What is not known is null, and raises nothing.
 */
export interface CheckedVerification {
  verificationId: number;
  agentId: number;
  applicant: CheckedApplicant;
  /** When the task was first given to anybody. */
  firstAssignedAt: number | null;
  visit: CheckedVisit;
  photos: EvidencePhoto[];
  /** The agent's other visits around this one, earliest first, attempts too. */
  others: OtherVisit[];
  pin: PinOfVerification;
  /** This agent's recent remarks in other cases, the latest first. */
  wordsElsewhere: { verificationId: number; applicantId: number; words: string[] }[];
  /** The provider's, for days in sentences. */
  timeZone: string;
}

export interface CheckedApplicant {
  id: number;
  applicationId: string;
  pinCode: string;
  address: string;
  portfolioName: string;
}

/** A point, and the metres within which it is said to lie. */
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
  /** From the first to the last moment since then at which the phone recorded a photo, else from arriving to leaving. */
  present: Span | null;
  receivedAt: number;
  /** Whether the phone knew how wrong its clock was; without it its moments are not held against the server's. */
  isClockKnown: boolean;
  place: Place | null;
  /** As the phone recorded them, in the order they came. */
  fixes: Fix[];
  /** How many answers the visit brought. */
  answers: number;
  /** Remark and both neighbours' words, in this order. */
  words: string[];
  /** From the agent's app: only then its phone is asked about. */
  isFromPhone: boolean;
  phone: CheckedPhone | null;
}

interface CheckedPhone {
  id: string;
  label: string;
  /** Colleagues whose visits this very phone, by its key, signed on the same day, each once. */
  colleagues: { name: string; at: number }[];
}

/** A photo of the case and what it was found to be like. */
export interface EvidencePhoto {
  id: string;
  position: number;
  kind: string;
  width: number;
  height: number;
  source: ManifestPhoto['source'];
  shows: PhotoSubject | '';
  /** By the app's record; null without one. */
  capturedAt: number | null;
  monoMs: number | null;
  fix: Place | null;
  /** The raw fix that the phone recorded next to it. */
  recordedFix: Fix | null;
  /** By the photo's own file: a claim of some camera. */
  takenAt: number | null;
  hasPlaceInFile: boolean;
  /** Without contrast: a wall, the dark, a placeholder. Such look like each other. */
  isFlat: boolean;
  /** The app's record of a picture that it redrew; null for all others. */
  original: OriginalPicture | null;
  /** The same bytes in cases of other applicants, or of a colleague at this one. */
  sameFile: PhotoElsewhere[];
  /**
   * What looks like it among the same agent's photos of a year, of each other applicant the nearest: both with enough texture, and as
   * near as the thresholds in force ask.
   */
  alike: (PhotoElsewhere & { dhashDistance: number; phashDistance: number })[];
}

/** A photo of another applicant's case, or of a visit to another applicant that became none; or of a colleague's visit to this one. */
export interface PhotoElsewhere {
  photoId: string;
  position: number;
  /** Null where the visit became no case. */
  verificationId: number | null;
  /** Whether the agent was to come again. */
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

/** The known place of a case's pin code. */
export interface PinOfVerification {
  pinCode: string;
  /** As the table names it; empty where that knows only others that begin with the same three digits, null where not even those. */
  district: string | null;
  /** Roughly where the table has it: to be shown, never to be measured by. */
  roughly?: { latitude: number; longitude: number } | null;
  /** The hundred pin codes of the table nearest to the visit's place, nearest first; null without a place, or with none within 200 km of it. */
  around: { pinCode: string; district: string; km: number }[] | null;
  /** Where positive visits to this pin code were; null before there were enough. */
  learned: { latitude: number; longitude: number; visits: number; p95M: number } | null;
}
