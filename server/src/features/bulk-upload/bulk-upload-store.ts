import { type UploadColumn, uploadColumns } from '@doorstep/contract/bulk-upload';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { NewApplicant } from './check-row.ts';

export interface StoredApplicant {
  id: number;
  application_id: string;
}

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

// Small enough that writing out a chunk keeps nobody else's request waiting.
const chunkSize = 5_000;

/**
 * Stores the applicants whose application_id is not taken and returns those. Waits for an upload under way
 * that holds the same ones; all insert in one order, so that two uploads never wait for each other.
 */
export async function storeApplicants(
  db: Db,
  uploadId: number,
  applicants: readonly NewApplicant[],
): Promise<StoredApplicant[]> {
  const sorted = applicants.toSorted((a, b) => (a.application_id < b.application_id ? -1 : 1));
  const stored: StoredApplicant[] = [];
  for (let at = 0; at < sorted.length; at += chunkSize) {
    const rows = await storeChunk(db, uploadId, sorted.slice(at, at + chunkSize));
    for (const row of rows) stored.push(row);
  }
  return stored;
}

async function storeChunk(
  db: Db,
  uploadId: number,
  applicants: readonly NewApplicant[],
): Promise<StoredApplicant[]> {
  const columns = sql.join(uploadColumns.map(({ name }) => sql.ref(name)));
  const values = (column: UploadColumn) => applicants.map((applicant) => applicant[column]);
  const { rows } = await sql<StoredApplicant>`
    insert into applicants (${columns}, upload_id)
    select ${columns}, ${uploadId}::bigint
    from unnest(${sql.join(uploadColumns.map(({ name }) => sql`${values(name)}::text[]`))})
      with ordinality as given (${columns}, place)
    order by place
    on conflict (application_id) where deleted_at is null do nothing
    returning id, application_id`.execute(db);
  return rows;
}

export async function tellStored(db: Db, uploadId: number, successful: number): Promise<void> {
  await db.updateTable('uploads').set({ successful }).where('id', '=', uploadId).execute();
}
