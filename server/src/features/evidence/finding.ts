import type { CheckId } from '@doorstep/contract/evidence/checks';
import type { EvidenceLevel } from '@doorstep/contract/evidence/levels';
import type { StoredDetails } from '../../db/schema/evidence-tables.ts';
import type { CheckedVerification, Place } from './checked-verification.ts';
import type { Thresholds } from './thresholds.ts';

export interface Found {
  level: EvidenceLevel;
  sentence: string;
  measured: Record<string, number>;
  details?: StoredDetails;
  /**
   * The applicants of the other visits that the finding is about. Includes the verification's own applicant
   * if one of these visits was to this applicant.
   */
  otherApplicants?: number[];
}

/** `find` must be a pure function. Missing data counts as unknown and must not cause a finding. */
export interface Check {
  id: CheckId;
  /**
   * Must increase when the check starts to judge differently, because the statistics count only findings of
   * the current version.
   */
  version: number;
  find: (one: CheckedVerification, thresholds: Thresholds) => Found | null;
}

export interface Finding extends Found {
  check: CheckId;
  version: number;
}

export const describePlace = (label: string, { latitude, longitude, accuracyM }: Place) => ({
  label,
  latitude,
  longitude,
  accuracy_m: accuracyM,
});

const mostVerifications = 12;

export const describeVerifications = (
  ids: number[],
  most = mostVerifications,
): Found['details'] => ({
  cases: ids.slice(0, most),
  ...(ids.length > most && { moreCases: ids.length - most }),
});
