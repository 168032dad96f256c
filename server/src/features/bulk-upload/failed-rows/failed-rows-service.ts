import { type FailedRecord, failedRowsHours } from '@doorstep/contract/bulk-upload';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Reading } from '../../../db/schema/applicant-tables.ts';
import { badRequest, forbidden, missing } from '../../../problems.ts';
import { writeFailedRows } from '../child/run-spreadsheet-child.ts';
import { SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
import { findProblems } from '../tries/read-try.ts';
import { openFile } from '../tries/sealed-file.ts';
import type { TryContext } from '../tries/try-service.ts';
import { findTry } from '../tries/try-store.ts';
import { findFailures } from './failed-rows-store.ts';

interface FailedFile {
  file: Buffer;
  failures: FailedRecord[];
  reading: Reading | null;
}

const noRows = () =>
  missing(
    `No failed rows of this upload are stored. Failed rows are deleted ${failedRowsHours} hours after the upload.`,
  );

/**
 * Returns the failed rows of an upload as a spreadsheet. For a file that was only tried, these are the rows
 * that would fail if the file were taken in now.
 */
export async function readFailedRows(
  context: TryContext,
  actor: Actor,
  user: { id: number; isSuperadmin: boolean },
  uploadId: number,
): Promise<Buffer> {
  const { db, inTurn } = context;
  const { uploaded_by, read } = await findRows(context, uploadId);
  if (uploaded_by !== user.id && !user.isSuperadmin) {
    throw forbidden(
      'Only the admin who sent this file and super admins can download its failed rows.',
    );
  }
  const { file, failures, reading } = await inTurn(read);
  if (failures.length === 0) throw noRows();
  const written = await writeFailedRows(file, failures, reading ?? undefined).catch(
    (error: unknown) => {
      // A readable file may still be too large to write again.
      throw error instanceof SpreadsheetRejected ? badRequest(error.message) : error;
    },
  );
  await recordAudit(db, actor, 'upload.download', uploadId);
  return written;
}

async function findRows(
  { db, secret }: TryContext,
  uploadId: number,
): Promise<{ uploaded_by: number; read: () => Promise<FailedFile> }> {
  const saved = await findFailures(db, uploadId);
  if (saved) return { uploaded_by: saved.uploaded_by, read: async () => saved };
  const tried = await findTry(db, uploadId);
  if (!tried?.file || !tried.reading) throw noRows();
  const { file: sealed, reading, sender_id: uploaded_by } = tried;
  return {
    uploaded_by,
    read: async () => {
      const file = await openFile(secret, sealed);
      return { file, failures: await findProblems(db, file, reading), reading };
    },
  };
}
