import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import { failedRowsHours } from '@doorstep/contract/bulk-upload';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Reading } from '../../../db/schema/applicant-tables.ts';

const lifetime = sql`make_interval(hours => ${failedRowsHours}::int)`;

/** The file contains personal data, so it is deleted after `failedRowsHours`. */
export async function saveFailures(
  db: Db,
  uploadId: number,
  file: Buffer,
  failures: readonly FailedRecord[],
  reading?: Reading,
): Promise<void> {
  await db
    .insertInto('failed_uploads')
    .values({
      ...{ upload_id: uploadId, file, failures: JSON.stringify(failures) },
      reading: reading ? JSON.stringify(reading) : null,
    })
    .execute();
}

export const hasFailures: RawBuilder<boolean> = sql`exists (select from failed_uploads f
  where f.upload_id = up.id and f.stored_at > now() - ${lifetime})`;

export async function findFailures(
  db: Db,
  uploadId: number,
): Promise<
  | { uploaded_by: number; file: Buffer; failures: FailedRecord[]; reading: Reading | null }
  | undefined
> {
  return db
    .selectFrom('failed_uploads')
    .innerJoin('uploads', 'uploads.id', 'failed_uploads.upload_id')
    .select('uploads.uploaded_by')
    .select(['failed_uploads.file', 'failed_uploads.failures', 'failed_uploads.reading'])
    .where('upload_id', '=', uploadId)
    .where('failed_uploads.stored_at', '>', sql<string>`now() - ${lifetime}`)
    .executeTakeFirst();
}

export async function removeOldFailures(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('failed_uploads')
    .where('stored_at', '<=', sql<string>`now() - ${lifetime}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
