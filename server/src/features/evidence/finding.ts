import type { CheckId, EvidenceLevel } from '@doorstep/contract/evidence/checks';
import type { StoredDetails } from '../../db/schema/evidence-tables.ts';
import type { CheckedVerification, Place } from './checked-verification.ts';
import type { Thresholds } from './thresholds.ts';

/** The result of a check, which names other verifications only by id. */
export interface Found {
  level: EvidenceLevel;
  sentence: string;
  measured: Record<string, number>;
  details?: StoredDetails;
  /**
   * The applicants whose visits are shown with the finding. Includes the verification's own applicant if
   * another visit to this applicant is shown.
   */
  otherApplicants?: number[];
}

/** A rule that checks a verification, as a pure function. Missing data counts as unknown, and causes no finding. */
export interface Check {
  id: CheckId;
  /** The version of the check, which must increase when the check starts to judge differently. */
  version: number;
  find: (one: CheckedVerification, thresholds: Thresholds) => Found | null;
}

export interface Finding extends Found {
  check: CheckId;
  version: number;
}

/** Returns a place in the form that is shown next to a sentence. */
export const describePlace = (label: string, { latitude, longitude, accuracyM }: Place) => ({
  label,
  latitude,
  longitude,
  accuracy_m: accuracyM,
});

/** The maximum number of verifications that are named next to a sentence, because an agent may send any number. */
const mostVerifications = 12;

/** Returns the verifications to name next to a sentence, and the number of the remaining verifications. */
export const describeVerifications = (
  ids: number[],
  most = mostVerifications,
): Found['details'] => ({
  cases: ids.slice(0, most),
  ...(ids.length > most && { moreCases: ids.length - most }),
});
