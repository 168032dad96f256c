import { type FailedRecord, failedRowsHours } from '@doorstep/contract/bulk-upload';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Reading } from '../../../db/schema/applicant-tables.ts';
import { badRequest, forbidden, missing } from '../../../problems.ts';
import { writeFailedRows } from '../child/run-spreadsheet-child.ts';
import type { DryRunContext } from '../dry-runs/dry-run-service.ts';
import { findDryRun } from '../dry-runs/dry-run-store.ts';
import { findProblems } from '../dry-runs/read-dry-run.ts';
import { openFile } from '../dry-runs/sealed-file.ts';
import { SpreadsheetRejected } from '../read/spreadsheet-rejected.ts';
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
 * Returns the failed rows of an upload as a spreadsheet. After a dry run, these are the rows that would fail
 * if the file were taken in now.
 */
export async function readFailedRows(
  context: DryRunContext,
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
  { db, secret }: DryRunContext,
  uploadId: number,
): Promise<{ uploaded_by: number; read: () => Promise<FailedFile> }> {
  const saved = await findFailures(db, uploadId);
  if (saved) return { uploaded_by: saved.uploaded_by, read: async () => saved };
  const upload = await findDryRun(db, uploadId);
  if (!upload?.file || !upload.reading) throw noRows();
  const { file: sealed, reading, sender_id: uploaded_by } = upload;
  return {
    uploaded_by,
    read: async () => {
      const file = await openFile(secret, sealed);
      return { file, failures: await findProblems(db, file, reading), reading };
    },
  };
}
