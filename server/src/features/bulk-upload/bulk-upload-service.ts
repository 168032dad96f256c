import { createHash } from 'node:crypto';
import type { BulkUploadResult, FailedRecord } from '@doorstep/contract/bulk-upload';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit, recordAuditOfMany } from '../../db/audit.ts';
import type { Database } from '../../db/schema.ts';
import { badRequest } from '../../problems.ts';
import { addUpload, storeApplicants, tellStored } from './bulk-upload-store.ts';
import { type CheckedRow, checkRows } from './check-row.ts';
import { readSpreadsheet } from './read-spreadsheet.ts';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';

/** Stores the good rows of a spreadsheet and reports the others, in one step: all of it happens or nothing. */
export async function takeUpload(
  db: Kysely<Database>,
  actor: Actor,
  uploadedBy: number,
  bytes: Uint8Array,
): Promise<BulkUploadResult> {
  const rows = await readSpreadsheet(bytes).catch((error: unknown) => {
    throw error instanceof SpreadsheetRefused ? badRequest(error.message) : error;
  });
  const { good, failed } = checkRows(rows);
  const upload = {
    uploaded_by: uploadedBy,
    file_sha256: createHash('sha256').update(bytes).digest(),
    total_records: good.length + failed.length,
  };
  return db.transaction().execute(async (trx) => {
    const { id, created_at } = await addUpload(trx, upload);
    const stored = await storeApplicants(
      trx,
      id,
      good.map(({ applicant }) => applicant),
    );
    const known = new Set(stored.map((applicant) => applicant.application_id));
    const failed_records = [
      ...failed,
      ...good.filter(({ applicant }) => !known.has(applicant.application_id)).map(alreadyExists),
    ].sort((a, b) => a.row - b.row);
    await tellStored(trx, id, stored.length);
    const counts = {
      total_records: upload.total_records,
      successful: stored.length,
      failed: failed_records.length,
    };
    await recordAudit(trx, actor, {
      action: 'create',
      subject: 'upload',
      subjectId: id,
      after: { ...counts, file_sha256: upload.file_sha256.toString('hex') },
    });
    await recordAuditOfMany(
      trx,
      actor,
      { action: 'create', subject: 'applicant', after: { upload_id: id } },
      stored.map((applicant) => applicant.id),
    );
    return {
      success: true as const,
      message: `Upload complete: ${stored.length} of ${upload.total_records} records stored.`,
      summary: { ...counts, timestamp: created_at },
      failed_records,
    };
  });
}

function alreadyExists({ row, applicant }: CheckedRow): FailedRecord {
  const { application_id, applicant_name } = applicant;
  return { row, name: applicant_name, errors: [`application_id ${application_id} already exists`] };
}
