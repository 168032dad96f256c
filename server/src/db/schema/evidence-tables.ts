import type { CheckId, DismissalReason } from '@doorstep/contract/evidence/checks';
import type { EvidenceLevel } from '@doorstep/contract/evidence/levels';
import type { Generated } from 'kysely';
import type { JsonOf, Moment, OptionalMoment } from './columns.ts';

export interface StoredDetails {
  photos?: { photoId: string; otherPhotoId: string | null }[];
  /** The ids of the other verifications that the finding lists. */
  cases?: number[];
  /** The number of further verifications that are not listed. */
  moreCases?: number;
  places?: { label: string; latitude: number; longitude: number; accuracy_m: number | null }[];
  times?: { label: string; at: string }[];
  /** The pin code with which the place was compared, if any. Screens don't show it. */
  pinCode?: string;
}

export interface EvidenceTables {
  evidence_findings: {
    verification_id: number;
    check_id: CheckId;
    version: number;
    thresholds: Generated<number>;
    level: EvidenceLevel;
    sentence: string;
    measured: JsonOf<Record<string, number>>;
    details: JsonOf<StoredDetails>;
    other_applicants: Generated<number[]>;
    found_at: Moment;
    dismissed_by: number | null;
    dismissed_at: OptionalMoment;
    dismissed_because: DismissalReason | null;
    dismissal_note: Generated<string>;
  };
  photo_hashes: {
    photo_id: string;
    agent_id: number;
    stored_at: Moment;
    /** The hash as 64 digits, each 0 or 1. */
    dhash: string;
    phash: string;
    texture: number;
  };
  pin_places: {
    pin_code: string;
    latitude: number;
    longitude: number;
    district: Generated<string>;
    loaded_at: Moment;
  };
  learned_places: {
    pin_code: string;
    latitude: number;
    longitude: number;
    visits: number;
    p95_m: number;
    learned_at: Moment;
  };
  evidence_thresholds: {
    version: Generated<number>;
    changed: JsonOf<Record<string, number>>;
    set_by: number;
    set_at: Moment;
  };
}
