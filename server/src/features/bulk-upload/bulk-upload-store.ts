import { type BulkUploadResult, uploadColumns } from '@doorstep/contract/bulk-upload';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { type DeadlineColumns, deadlineRecord } from '../../domain/clock/clock-store.ts';
import type { Distinguishing, KnownApplicant } from './rows/known-applicant.ts';
import type { PackedApplicants } from './rows/pack-applicants.ts';

/** The result of one pack of applicants. */
export interface StoredPack {
  stored: number;
  /** Ids of the stored ones, rising, as pairs of first and last. */
  ranges: [first: number, last: number][];
  /** Those whose contact point an applicant already has, who is missing where it is another of this pack. */
  taken: { row: number; given: Distinguishing; known: KnownApplicant | null }[];
}

/**
 * Begins an upload, once no other one stores: two that hold the same application ids in different orders would wait
 * for each other.
 */
export async function addUpload(
  db: Db,
  upload: { uploaded_by: number; file_sha256: Buffer; file_name: string },
): Promise<{ id: number; created_at: string }> {
  await sql`select pg_advisory_xact_lock(hashtext('doorstep.store_upload'))`.execute(db);
  return db
    .insertInto('uploads')
    .values({ ...upload, total_records: 0, successful: 0 })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
}

/** The last upload that stored rows of the very same file and was not undone. */
export function findSameFile(
  db: Db,
  sha256: Buffer,
): Promise<BulkUploadResult['same_file'] | undefined> {
  return db
    .selectFrom('uploads as up')
    .innerJoin('users as u', 'u.id', 'up.uploaded_by')
    .select(['up.id as upload_id', 'up.created_at as at', 'u.name as by'])
    .where('up.file_sha256', '=', sha256)
    .where('up.successful', '>', 0)
    .where('up.undone_at', 'is', null)
    .orderBy('up.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Stores the applicants of a pack whose contact point is not taken, each with the deadlines of its rule. */
export async function storePack(
  db: Db,
  uploadId: number,
  { rows, columns, rules }: PackedApplicants,
  deadlines: readonly DeadlineColumns[] = [],
): Promise<StoredPack> {
  const names = sql.join(uploadColumns.map(({ name }) => sql.ref(name)));
  const values = sql.join(columns.map((column) => sql`${column}::text[]`));
  const clock =
    rules === undefined
      ? { given: sql``, name: sql``, names: sql``, join: sql`` }
      : {
          given: sql`, ${rules}::bigint[]`,
          name: sql`, rule_id`,
          names: sql`, rule_id, due_at, warn_unassigned_at, warn_unvisited_at, warn_undecided_at`,
          join: sql`left join jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb)
            as deadlines (${deadlineRecord}) using (rule_id)`,
        };
  const answer = await sql<StoredPack>`
    with given as materialized (
      select * from unnest(${rows}::int[], ${values}${clock.given}) with ordinality
        as given (row, ${names}${clock.name}, place)
    ), stored as (
      insert into applicants (${names}, upload_id${clock.names})
      select ${names}, ${uploadId}::bigint${clock.names} from given ${clock.join} order by place
      on conflict (application_id, contact_point) where deleted_at is null do nothing
      returning id, application_id, applicant_type, visit_type
    ), range as (
      select min(id) as first, max(id) as last
      from (select id, id - row_number() over (order by id) as start from stored) as numbered
      group by start
    ), taken as (
      select * from given where (application_id, applicant_type, visit_type) not in (
        select application_id, applicant_type, visit_type from stored)
    )
    select (select count(*) from stored) as stored,
      coalesce((select json_agg(json_build_array(first, last) order by first) from range), '[]') as ranges,
      coalesce((
        select json_agg(json_build_object('row', row,
          'given', json_build_object('application_id', application_id, 'applicant_name', applicant_name,
            'applicant_type', applicant_type, 'visit_type', visit_type, 'address', address),
          'known', (
          select json_build_object('applicant_name', a.applicant_name, 'address', a.address) from applicants a
          where a.application_id = taken.application_id and a.deleted_at is null
            and a.contact_point = contact_point(taken.applicant_type, taken.visit_type)))
        ) from taken
      ), '[]') as taken`.execute(db);
  const [stored] = answer.rows;
  if (!stored) throw new Error('Storing applicants answered nothing');
  return stored;
}

/** Records how many rows a finished upload had, how many were stored, and between which ids. */
export async function setUploadCounts(
  db: Db,
  uploadId: number,
  counts: {
    total_records: number;
    successful: number;
    first_applicant_id: number | null;
    last_applicant_id: number | null;
  },
): Promise<void> {
  await db.updateTable('uploads').set(counts).where('id', '=', uploadId).execute();
}
