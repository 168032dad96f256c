import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import { failedRowsHours } from '@doorstep/contract/bulk-upload';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

const lifetime = sql`make_interval(hours => ${failedRowsHours}::int)`;

/** Saves a file and why its rows failed: personal data, not kept for long. */
export async function saveFailures(
  db: Db,
  uploadId: number,
  file: Buffer,
  failures: readonly FailedRecord[],
): Promise<void> {
  await db
    .insertInto('failed_uploads')
    .values({ upload_id: uploadId, file, failures: JSON.stringify(failures) })
    .execute();
}

/** The saved file of an upload and who sent it, while it may be downloaded. */
export async function findFailures(
  db: Db,
  uploadId: number,
): Promise<{ uploaded_by: number; file: Buffer; failures: FailedRecord[] } | undefined> {
  return db
    .selectFrom('failed_uploads')
    .innerJoin('uploads', 'uploads.id', 'failed_uploads.upload_id')
    .select(['uploads.uploaded_by', 'failed_uploads.file', 'failed_uploads.failures'])
    .where('upload_id', '=', uploadId)
    .where('failed_uploads.stored_at', '>', sql<string>`now() - ${lifetime}`)
    .executeTakeFirst();
}

/** Deletes the files that are past their time, personal data that nobody can download any more; answers how many. */
export async function removeOldFailures(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('failed_uploads')
    .where('stored_at', '<=', sql<string>`now() - ${lifetime}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
