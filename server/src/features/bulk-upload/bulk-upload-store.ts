import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { NewApplicant } from './check-row.ts';

export function addUpload(
  db: Db,
  upload: { uploaded_by: number; file_sha256: Buffer; total_records: number },
): Promise<{ id: number; created_at: string }> {
  return db
    .insertInto('uploads')
    .values({ ...upload, successful: 0 })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
}

/**
 * Stores the applicants whose application_id is not taken and returns those. Waits for an upload under way
 * that holds the same ones; all insert in one order, so two uploads never wait for each other.
 */
export async function storeApplicants(
  db: Db,
  uploadId: number,
  applicants: readonly NewApplicant[],
): Promise<{ id: number; application_id: string }[]> {
  const columns = sql.join(uploadColumns.map(({ name }) => sql.ref(name)));
  const values = (column: UploadColumn) => applicants.map((applicant) => applicant[column]);
  const { rows } = await sql<{ id: number; application_id: string }>`
    insert into applicants (${columns}, upload_id)
    select ${columns}, ${uploadId}::bigint
    from unnest(${sql.join(uploadColumns.map(({ name }) => sql`${values(name)}::text[]`))})
      as given (${columns})
    order by application_id collate "C"
    on conflict (application_id) where deleted_at is null do nothing
    returning id, application_id`.execute(db);
  return rows;
}

export async function tellStored(db: Db, uploadId: number, successful: number): Promise<void> {
  await db.updateTable('uploads').set({ successful }).where('id', '=', uploadId).execute();
}
