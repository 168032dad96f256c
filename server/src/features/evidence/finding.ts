import type { CheckId, EvidenceLevel } from '@doorstep/contract/evidence/checks';
import type { StoredBeside } from '../../db/schema/evidence-tables.ts';
import type { CheckedVerification, Place } from './checked-verification.ts';
import type { Thresholds } from './thresholds.ts';

/** A check's result; it names other cases by id only. */
export interface Found {
  level: EvidenceLevel;
  sentence: string;
  measured: Record<string, number>;
  beside?: StoredBeside;
  /** Applicants whose cases are next to it; the case's own where another visit to them does. */
  otherApplicants?: number[];
}

/** A check: a pure function of a case. Missing data is not known, and finds nothing. */
export interface Check {
  id: CheckId;
  /** Goes up when the check starts to judge otherwise. */
  version: number;
  find: (one: CheckedVerification, thresholds: Thresholds) => Found | null;
}

export interface Finding extends Found {
  check: CheckId;
  version: number;
}

/** A place as it is shown next to a sentence. */
export const placeBeside = (label: string, { latitude, longitude, accuracyM }: Place) => ({
  label,
  latitude,
  longitude,
  accuracy_m: accuracyM,
});

/** So many cases are named next to a sentence at most: an agent's day may hold any number. */
const mostVerifications = 12;

/** Cases as they are named next to a sentence, and how many more there are. */
export const verificationsBeside = (ids: number[], most = mostVerifications): Found['beside'] => ({
  cases: ids.slice(0, most),
  ...(ids.length > most && { moreCases: ids.length - most }),
});
