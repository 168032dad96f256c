import type { Decision } from '@doorstep/contract/verifications';
import type { CallResult } from '@doorstep/contract/visits/calls';
import type { HeldReason } from '@doorstep/contract/visits/held';
import type { Fix, VisitManifest } from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { SignatureAnswer } from '@doorstep/contract/visits/signature';
import type { Statement } from '@doorstep/contract/visits/statement';
import type { Generated } from 'kysely';
import type { JsonOf, Moment, OptionalMoment } from './columns.ts';

export interface VisitTables {
  devices: {
    id: string;
    agent_id: number;
    public_key: Buffer;
    label: string;
    created_at: Moment;
    revoked_at: OptionalMoment;
  };
  visits: {
    id: string;
    applicant_id: number;
    agent_id: number;
    device_id: string | null;
    assignment_version: number | null;
    outcome: VisitOutcome;
    is_final: boolean;
    try_again_at: OptionalMoment;
    begun_at: OptionalMoment;
    arrived_at: OptionalMoment;
    left_at: OptionalMoment;
    clock_offset_ms: number | null;
    latitude: number | null;
    longitude: number | null;
    accuracy_m: number | null;
    fixes: JsonOf<Fix[]>;
    facts: JsonOf<Record<string, string>>;
    statement: JsonOf<Partial<Statement & { overall_observation: Decision | null }>>;
    photos_skipped: JsonOf<VisitManifest['photos_skipped']>;
    photos_expected: Generated<number>;
    standing: Generated<'counted' | 'held' | 'set_aside'>;
    held_because: HeldReason | null;
    resolved_by: number | null;
    resolved_at: OptionalMoment;
    resolution_note: Generated<string>;
    manifest: Buffer | null;
    manifest_signature: Buffer | null;
    request_sha256: Buffer;
    received_at: Moment;
    completed_at: OptionalMoment;
    signed_with: string | null;
  };
  calls: {
    id: string;
    applicant_id: number;
    agent_id: number;
    assignment_version: number;
    at: Moment;
    result: CallResult;
    appointment_at: OptionalMoment;
    received_at: Moment;
  };
  signatures: {
    visit_id: string;
    answer: SignatureAnswer;
    answered_at: string;
    words: string;
    sha256: Buffer | null;
    picture_id: string | null;
  };
  photo_parts: {
    visit_id: string;
    sha256: Buffer;
    start: number;
    bytes: Buffer;
    stored_at: Moment;
  };
}
