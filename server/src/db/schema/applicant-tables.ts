import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { Moment, OptionalMoment } from './columns.ts';

export interface ApplicantTables {
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
    given_back_at: OptionalMoment;
    contact_point: GeneratedAlways<string>;
    received_at: OptionalMoment;
    due_at: OptionalMoment;
    rule_id: number | null;
    warn_unassigned_at: OptionalMoment;
    warn_unvisited_at: OptionalMoment;
    warn_undecided_at: OptionalMoment;
    is_urgent: Generated<boolean>;
    paused_at: OptionalMoment;
    withdrawn_at: OptionalMoment;
    clock_stopped_at: OptionalMoment;
    clock_runs: GeneratedAlways<boolean>;
  };
  applicant_texts: { applicant_id: number; application_id: string; applicant_name: string };
  assignments: {
    applicant_id: number;
    version: number;
    agent_id: number;
    at: Moment;
    fetched_at: OptionalMoment;
  };
  uploads: {
    id: Generated<number>;
    uploaded_by: number;
    file_sha256: Buffer;
    file_name: Generated<string>;
    total_records: number;
    successful: number;
    first_applicant_id: number | null;
    last_applicant_id: number | null;
    created_at: Moment;
    undone_at: OptionalMoment;
    undone_by: number | null;
    removed: number | null;
  };
  failed_uploads: {
    upload_id: number;
    file: Buffer;
    failures: JSONColumnType<FailedRecord[], string, never>;
    stored_at: Moment;
  };
}
