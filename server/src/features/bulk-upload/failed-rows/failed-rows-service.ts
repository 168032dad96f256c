import type { Kysely } from 'kysely';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Database } from '../../../db/schema.ts';
import { badRequest, forbidden, notFound } from '../../../problems.ts';
import { writeFailedRows } from '../child/check-spreadsheet.ts';
import { SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import { findFailures } from './failed-rows-store.ts';

/** Returns the failed rows of an upload as a spreadsheet, for the user who sent it and for super admins. */
export async function readFailedRows(
  db: Kysely<Database>,
  actor: Actor,
  user: { id: number; isSuperadmin: boolean },
  uploadId: number,
): Promise<Buffer> {
  const found = await findFailures(db, uploadId);
  if (!found) throw notFound('Failed rows of this upload');
  if (found.uploaded_by !== user.id && !user.isSuperadmin) throw forbidden();
  const file = await writeFailedRows(found.file, found.failures, found.reading ?? undefined).catch(
    (error: unknown) => {
      // A readable file may still be too large to write again.
      throw error instanceof SpreadsheetRejected ? badRequest(error.message) : error;
    },
  );
  await recordAudit(db, actor, { action: 'download', subject: 'upload', subjectId: uploadId });
  return file;
}
