import type { CheckId, EvidenceLevel } from '@doorstep/contract/evidence/checks';
import type { StoredDetails } from '../../db/schema/evidence-tables.ts';
import type { CheckedVerification, Place } from './checked-verification.ts';
import type { Thresholds } from './thresholds.ts';

/** A check's result; it names other verifications only by id. */
export interface Found {
  level: EvidenceLevel;
  sentence: string;
  measured: Record<string, number>;
  details?: StoredDetails;
  /** Applicants whose verifications are shown with it; the own applicant if another visit to them is shown. */
  otherApplicants?: number[];
}

/** A check: a pure function of a verification. Missing data counts as unknown, and causes no finding. */
export interface Check {
  id: CheckId;
  /** Increase it when the check starts to judge differently. */
  version: number;
  find: (one: CheckedVerification, thresholds: Thresholds) => Found | null;
}

export interface Finding extends Found {
  check: CheckId;
  version: number;
}

/** A place as shown next to a sentence. */
export const describePlace = (label: string, { latitude, longitude, accuracyM }: Place) => ({
  label,
  latitude,
  longitude,
  accuracy_m: accuracyM,
});

/** The most verifications that are named next to a sentence: an agent's day may have any number. */
const mostVerifications = 12;

/** Returns verifications to be named next to a sentence, and the number of further ones. */
export const describeVerifications = (
  ids: number[],
  most = mostVerifications,
): Found['details'] => ({
  cases: ids.slice(0, most),
  ...(ids.length > most && { moreCases: ids.length - most }),
});
