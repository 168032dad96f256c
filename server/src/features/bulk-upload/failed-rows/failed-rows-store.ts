import type { FailedRecord } from '@doorstep/contract/bulk-upload';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** A file some of whose rows failed is kept this long, for they can be fetched, mended and sent again. */
const kept = sql`interval '24 hours'`;

/** Keeps a file and why its rows failed: personal data, which goes after a day. */
export async function keepFailures(
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

/** The kept file of an upload and who sent it, as long as it is kept. */
export async function findFailures(
  db: Db,
  uploadId: number,
): Promise<{ uploaded_by: number; file: Buffer; failures: FailedRecord[] } | undefined> {
  return db
    .selectFrom('failed_uploads')
    .innerJoin('uploads', 'uploads.id', 'failed_uploads.upload_id')
    .select(['uploads.uploaded_by', 'failed_uploads.file', 'failed_uploads.failures'])
    .where('upload_id', '=', uploadId)
    .where('failed_uploads.kept_at', '>', sql<string>`now() - ${kept}`)
    .executeTakeFirst();
}

/** Removes what was kept for a day. */
export async function removeOldFailures(db: Db): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('failed_uploads')
    .where('kept_at', '<=', sql<string>`now() - ${kept}`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
