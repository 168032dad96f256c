import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { badRequest, forbidden, notFound } from '../../../problems.ts';
import { writeFailedRows } from '../child/check-spreadsheet.ts';
import { SpreadsheetRefused } from '../read/spreadsheet-refused.ts';
import { findFailures } from './failed-rows-store.ts';

/** The rows of an upload that were not stored, as a spreadsheet, for the user who sent it and for super admins. */
export async function readFailedRows(
  db: Kysely<Database>,
  actor: Actor,
  user: { id: number; isSuperadmin: boolean },
  uploadId: number,
): Promise<Buffer> {
  const found = await findFailures(db, uploadId);
  if (!found) throw notFound('Failed rows of this upload');
  if (found.uploaded_by !== user.id && !user.isSuperadmin) throw forbidden();
  const file = await writeFailedRows(found.file, found.failures).catch((error: unknown) => {
    // A file that could be read may still be too much to write again.
    throw error instanceof SpreadsheetRefused ? badRequest(error.message) : error;
  });
  await recordAudit(db, actor, { action: 'download', subject: 'upload', subjectId: uploadId });
  return file;
}
