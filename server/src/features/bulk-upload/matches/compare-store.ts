import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Keyed } from '../../../domain/matches/key-store.ts';

export interface UploadToCompare {
  id: number;
  first_applicant_id: number | null;
  last_applicant_id: number | null;
}

/**
 * Finds the oldest upload that is not compared yet. The row isn't locked, because an undo must not wait for
 * the comparison.
 */
export const findUploadToCompare = (db: Db): Promise<UploadToCompare | undefined> =>
  db
    .selectFrom('uploads')
    .select(['id', 'first_applicant_id', 'last_applicant_id'])
    .where('matched_count', 'is', null)
    .where('successful', '>', 0)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const listUploaded = (
  db: Db,
  { id, last_applicant_id }: UploadToCompare,
  after: number,
  most: number,
): Promise<Keyed[]> =>
  db
    .selectFrom('applicants')
    .select(['id', 'applicant_name', 'mobile_number', 'address', 'pin_code'])
    .where('upload_id', '=', id)
    .where('id', '>', after)
    .where('id', '<=', last_applicant_id ?? 0)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();

export async function setMatched(
  db: Db,
  id: number,
  matched: { count: number; ids: readonly number[] },
): Promise<void> {
  await sql`update uploads set matched_count = ${matched.count}, matched_ids = ${matched.ids}::bigint[]
    where id = ${id}`.execute(db);
}

/** `count` is null until the upload is compared. */
export async function findMatched(db: Db, id: number) {
  const upload = await db
    .selectFrom('uploads')
    .select(['successful', 'matched_count', 'matched_ids'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!upload) return undefined;
  const count = upload.successful === 0 ? 0 : upload.matched_count;
  const applicants = await db
    .selectFrom('applicants')
    .select(['id', 'application_id', 'applicant_name'])
    .where(sql<boolean>`id = any(${upload.matched_ids ?? []}::bigint[])`)
    .where('deleted_at', 'is', null)
    .where('anonymised_at', 'is', null)
    .orderBy('id')
    .execute();
  return { count, applicants };
}
