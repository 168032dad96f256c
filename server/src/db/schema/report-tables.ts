import type { ArchiveFilter } from '@doorstep/contract/reports/archives';
import type { ReportLayout } from '@doorstep/contract/reports/layouts';
import type { Generated, JSONColumnType } from 'kysely';
import type { Json, Moment, OptionalMoment } from './columns.ts';

export interface ReportTables {
  report_layouts: {
    id: Generated<number>;
    lender_id: number;
    content: JSONColumnType<Omit<ReportLayout, 'logo'>>;
    logo: Buffer | null;
    created_at: Moment;
    ended_at: OptionalMoment;
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
}
