import type { ApplicantStatus } from '@doorstep/contract/applicants';
import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import type { ArchiveFilter } from '@doorstep/contract/reports/archives';
import type { Decision, DecisionFilter } from '@doorstep/contract/verifications';
import type { Findings } from '@doorstep/contract/visits/findings';
import type { HeldReason } from '@doorstep/contract/visits/held';
import type { Fix, ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

/** A moment as ISO 8601 in UTC; written as a Date or the same text. */
type Moment = ColumnType<string, Date | string | undefined, Date | string>;
type OptionalMoment = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>;
type Json = JSONColumnType<Record<string, unknown>> | null;
/** JSON that the database fills in where it is not given; written as text. */
type JsonOf<T extends object> = ColumnType<T, string | undefined, string>;

export interface Database {
  blobs_to_delete: { key: string; since: Moment };
  secrets: { name: string; value: Buffer };
  users: {
    id: Generated<number>;
    name: string;
    email: string;
    phone_number: string;
    password_hash: string;
    is_admin: Generated<boolean>;
    is_superadmin: Generated<boolean>;
    is_active: Generated<boolean>;
    is_demo: Generated<boolean>;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: OptionalMoment;
  };
  idempotency_keys: {
    user_id: number;
    key: string;
    request_sha256: Buffer;
    answer: ColumnType<unknown, string, string>;
    kept_at: Moment;
  };
  identity_images: {
    id: string;
    user_id: number;
    kind: 'profile' | 'pan' | 'aadhaar';
    position: Generated<number>;
    created_at: Moment;
  };
  sessions: {
    id: string;
    user_id: number;
    cookie_hash: Buffer;
    address: string;
    user_agent: string;
    created_at: Moment;
    last_used_at: Moment;
    ended_at: OptionalMoment;
  };
  refresh_tokens: {
    token_hash: Buffer;
    session_id: string;
    created_at: Moment;
    used_at: OptionalMoment;
    generation: Generated<number>;
  };
  second_factors: {
    user_id: number;
    encrypted_secret: Buffer;
    created_at: Moment;
    confirmed_at: OptionalMoment;
    last_step: Generated<number>;
  };
  recovery_codes: { user_id: number; code_hash: Buffer; used_at: OptionalMoment };
  sign_in_failures: { key: string; failures: number; last_at: Moment };
  uploads: {
    id: Generated<number>;
    uploaded_by: number;
    file_sha256: Buffer;
    total_records: number;
    successful: number;
    created_at: Moment;
  };
  failed_uploads: {
    upload_id: number;
    file: Buffer;
    failures: JSONColumnType<FailedRecord[], string, never>;
    kept_at: Moment;
  };
  applicants: {
    id: Generated<number>;
    application_id: string;
    applicant_name: string;
    applicant_type: Generated<string>;
    portfolio_name: string;
    product_type: Generated<string>;
    visit_type: string;
    mobile_number: string;
    pin_code: string;
    address: string;
    message: Generated<string>;
    status: Generated<ApplicantStatus>;
    assigned_agent_id: number | null;
    upload_id: number | null;
    assignment_version: Generated<number>;
    assigned_at: OptionalMoment;
    anonymised_at: OptionalMoment;
    created_at: Moment;
    updated_at: Moment;
    deleted_at: OptionalMoment;
    contact_point: GeneratedAlways<string>;
  };
  applicant_texts: { applicant_id: number; application_id: string; applicant_name: string };
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
    photos_expected: Generated<number>;
    decision_notes: Generated<string>;
    replaced_notes: Generated<string>;
    sent_back_at: OptionalMoment;
  };
  assignments: { applicant_id: number; version: number; agent_id: number; at: Moment };
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
    arrived_at: OptionalMoment;
    left_at: OptionalMoment;
    clock_offset_ms: number | null;
    latitude: number | null;
    longitude: number | null;
    accuracy_m: number | null;
    fixes: JsonOf<Fix[]>;
    facts: JsonOf<Record<string, string>>;
    findings: JsonOf<Partial<Findings & { overall_observation: Decision | null }>>;
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
  };
  photo_parts: {
    visit_id: string;
    sha256: Buffer;
    start: number;
    bytes: Buffer;
    stored_at: Moment;
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
  reports: {
    id: Generated<number>;
    verification_id: number;
    version: number;
    template: 'residence' | 'office';
    form: JSONColumnType<Record<string, unknown>>;
    photo_ids: string[];
    created_by: number;
    created_at: Moment;
    origin: Generated<'sent' | 'generated'>;
    facts: Json;
    content_sha256: Buffer | null;
    code: string | null;
    idempotency_key: string | null;
    pdf_sha256: Buffer | null;
    pdf_bytes: number | null;
    pages: number | null;
    is_signed: boolean | null;
    finished_at: OptionalMoment;
  };
  report_archives: {
    id: string;
    requested_by: number;
    filter: JSONColumnType<ArchiveFilter>;
    total: number;
    created_at: Moment;
    leased_until: OptionalMoment;
    finished_at: OptionalMoment;
  };
  report_archive_items: {
    archive_id: string;
    position: number;
    verification_id: number;
    tries: Generated<number>;
    report_id: number | null;
    problem: string | null;
  };
  applicant_sums: {
    span: 'all' | 'month' | 'day';
    start: string;
    portfolio_name: string;
  } & Record<ApplicantStatus, number>;
  applicant_block_sums: { block: number; applicants: number };
  verification_sums: Record<DecisionFilter, number>;
  change_counts: { applicants: number; applicant_texts: number; verifications: number };
  counted_time_zone: { is_only: Generated<boolean>; time_zone: string };
  audit: {
    id: Generated<number>;
    at: Moment;
    actor_id: number | null;
    action: string;
    subject: string;
    subject_id: number | null;
    before: Json;
    after: Json;
    request_id: string | null;
    address: string | null;
  };
  audit_chain: { seq: number; audit_id: number; hash: Buffer };
  audit_unchained: { audit_id: number };
}
