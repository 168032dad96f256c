import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import type { DryRunCounts } from '@doorstep/contract/bulk-upload/dry-run';
import type { MappingContent } from '@doorstep/contract/bulk-upload/mappings';
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { JsonOf, Moment, OptionalMoment } from './columns.ts';

export interface Reading {
  sheet: string;
  headingRow: number;
  mapping: MappingContent;
}

/** `asked` is the request for the last dry run, without the values that the server guessed. */
export interface DryRunReading extends Reading {
  asked: {
    lender_id?: number | undefined;
    mapping_id?: number | undefined;
    mapping?: MappingContent | undefined;
    sheet?: string | undefined;
    heading_row?: number | undefined;
  };
}

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
    unread_since: OptionalMoment;
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
  applicant_keys: { key: number; applicant_ids: string[] };
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
    taken_at: OptionalMoment;
    mapping_id: number | null;
    mapping_version: number | null;
    matched_count: number | null;
    matched_ids: string[] | null;
  };
  tried_uploads: {
    upload_id: number;
    file: Buffer;
    reading: JsonOf<DryRunReading>;
    counts: ColumnType<DryRunCounts | null, string | null, string | null>;
    tries: Generated<number>;
  };
  failed_uploads: {
    upload_id: number;
    file: Buffer;
    failures: JSONColumnType<FailedRecord[], string, never>;
    stored_at: Moment;
    reading: JSONColumnType<Reading, string, never> | null;
  };
}
