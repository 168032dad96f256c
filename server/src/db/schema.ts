import type { ColumnType } from 'kysely';
import type { ApplicantTables } from './schema/applicant-tables.ts';
import type { AuditTables } from './schema/audit-tables.ts';
import type { CallbackTables } from './schema/callback-tables.ts';
import type { Moment } from './schema/columns.ts';
import type { CountTables } from './schema/count-tables.ts';
import type { EvidenceTables } from './schema/evidence-tables.ts';
import type { ExportTables } from './schema/export-tables.ts';
import type { LenderTables } from './schema/lender-tables.ts';
import type { MessageTables } from './schema/message-tables.ts';
import type { ReportTables } from './schema/report-tables.ts';
import type { UserTables } from './schema/user-tables.ts';
import type { VerificationTables } from './schema/verification-tables.ts';
import type { VisitTables } from './schema/visit-tables.ts';

export interface Database
  extends UserTables,
    ApplicantTables,
    VerificationTables,
    VisitTables,
    EvidenceTables,
    CallbackTables,
    MessageTables,
    ReportTables,
    ExportTables,
    LenderTables,
    CountTables,
    AuditTables {
  blobs_to_delete: { key: string; since: Moment };
  secrets: { name: string; value: Buffer };
  idempotency_keys: {
    user_id: number;
    key: string;
    request_sha256: Buffer;
    answer: ColumnType<unknown, string, string>;
    stored_at: Moment;
  };
}
