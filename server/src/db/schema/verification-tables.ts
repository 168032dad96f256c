import type { Decision } from '@doorstep/contract/verifications';
import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { Generated } from 'kysely';
import type { JsonOf, Moment, OptionalMoment } from './columns.ts';

export interface VerificationTables {
  verifications: {
    id: Generated<number>;
    applicant_id: number;
    agent_id: number;
    overall_observation: Decision;
    neighbour1_name: Generated<string>;
    neighbour1_address: Generated<string>;
    neighbour1_feedback: Generated<string>;
    neighbour2_name: Generated<string>;
    neighbour2_address: Generated<string>;
    neighbour2_feedback: Generated<string>;
    remark: Generated<string>;
    verification_address: Generated<string>;
    latitude: number | null;
    longitude: number | null;
    image_count: Generated<number>;
    submitted_at: Moment;
    admin_decision: Generated<DecisionFilter>;
    decided_by: number | null;
    decided_at: OptionalMoment;
    idempotency_key: string;
    request_sha256: Buffer;
    photos_expired_at: OptionalMoment;
    visit_id: string | null;
    outcome: Generated<VisitOutcome>;
    tries: Generated<number>;
    photos_expected: Generated<number>;
    decision_notes: Generated<string>;
    replaced_notes: Generated<string>;
    sent_back_at: OptionalMoment;
    evidence_due: Generated<boolean>;
    evidence_checked_at: OptionalMoment;
  };
  photos: {
    id: string;
    verification_id: number | null;
    visit_id: string | null;
    position: number;
    kind: string;
    bytes: number;
    sha256: Buffer;
    width: number;
    height: number;
    taken_at: OptionalMoment;
    latitude: number | null;
    longitude: number | null;
    captured_at: OptionalMoment;
    accuracy_m: number | null;
    source: Generated<ManifestPhoto['source']>;
    shows: Generated<string>;
    capture: JsonOf<ManifestPhoto> | null;
  };
  send_backs: {
    id: Generated<number>;
    verification_id: number;
    reasons: string[];
    note: Generated<string>;
    photos_wanted: string[];
    by_id: number;
    at: Moment;
    answered_by: string | null;
  };
  review_claims: {
    verification_id: number;
    admin_id: number;
    claimed_at: Moment;
    expires_at: Moment;
    shown_at: OptionalMoment;
  };
  review_timings: {
    verification_id: number;
    admin_id: number;
    shown_at: Moment;
    acted_at: Moment;
    action: Decision | 'skip';
  };
}
