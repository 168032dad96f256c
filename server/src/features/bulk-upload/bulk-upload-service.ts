import { createHash } from 'node:crypto';
import type { BulkUploadResult, FailedRecord } from '@doorstep/contract/bulk-upload';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit.ts';
import type { Database } from '../../db/schema.ts';
import { badRequest } from '../../problems.ts';
import {
  addUpload,
  type StoredApplicant,
  storeApplicants,
  tellStored,
} from './bulk-upload-store.ts';
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
  const applicants = good.map(({ applicant }) => applicant);
  const file_sha256 = createHash('sha256').update(bytes).digest();
  const total_records = good.length + failed.length;

  return db.transaction().execute(async (trx) => {
    const upload = { uploaded_by: uploadedBy, file_sha256, total_records };
    const { id, created_at } = await addUpload(trx, upload);
    const stored = await storeApplicants(trx, id, applicants);
    await tellStored(trx, id, stored.length);
    const failed_records = [...failed, ...findTaken(good, stored)].sort((a, b) => a.row - b.row);
    const counts = { total_records, successful: stored.length, failed: failed_records.length };
    await recordAudit(trx, actor, {
      action: 'create',
      subject: 'upload',
      subjectId: id,
      after: {
        ...counts,
        file_sha256: file_sha256.toString('hex'),
        applicant_ids: findRanges(stored),
      },
    });
    return {
      success: true as const,
      message: `Upload complete: ${stored.length} of ${total_records} records stored.`,
      summary: { ...counts, timestamp: created_at },
      failed_records,
    };
  });
}

/** The good rows that were not stored, for another applicant bears their application_id. */
function findTaken(good: CheckedRow[], stored: StoredApplicant[]): FailedRecord[] {
  const known = new Set(stored.map((applicant) => applicant.application_id));
  return good
    .filter(({ applicant }) => !known.has(applicant.application_id))
    .map(({ row, applicant }) => ({
      row,
      name: applicant.applicant_name,
      errors: [`application_id ${applicant.application_id} already exists`],
    }));
}

/** The rising ids as pairs of first and last: one row of the audit then names a hundred thousand applicants. */
function findRanges(stored: StoredApplicant[]): [first: number, last: number][] {
  const ranges: [number, number][] = [];
  for (const { id } of stored) {
    const range = ranges.at(-1);
    if (range && range[1] === id - 1) range[1] = id;
    else ranges.push([id, id]);
  }
  return ranges;
}
