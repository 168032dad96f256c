import { type BulkUploadResult, uploadColumns } from '@doorstep/contract/bulk-upload';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { type DeadlineColumns, deadlineRecord } from '../../domain/clock/clock-store.ts';
import type { Distinguishing, KnownApplicant } from './rows/known-applicant.ts';
import type { PackedApplicants } from './rows/pack-applicants.ts';

/**
 * An uploaded row's contact point that already has an applicant. `known` is null if this applicant comes from
 * the same pack.
 */
export interface KnownRow {
  row: number;
  point: number;
  /** The applicant's place in the pack, from 1. */
  place: number;
  given: Distinguishing;
  known: KnownApplicant | null;
}

export interface StoredPack {
  stored: number;
  /** The ranges of the stored applicants' ids, in ascending order. */
  ranges: [first: number, last: number][];
  taken: KnownRow[];
}

/** Waits for other uploads: two that store the same application ids in different orders could deadlock. */
export async function lockUploads(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('doorstep.store_upload'))`.execute(db);
}

export const addUpload = (
  db: Db,
  upload: { uploaded_by: number; file_sha256: Buffer; file_name: string },
): Promise<{ id: number; created_at: string }> =>
  db
    .insertInto('uploads')
    .values({ ...upload, total_records: 0, successful: 0 })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();

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

const names = sql.join(uploadColumns.map(({ name }) => sql.ref(name)));

const unpack = ({ rows, points, columns, rules }: PackedApplicants) => {
  const values = sql.join(columns.map((column) => sql`${column}::text[]`));
  const [given, name] =
    rules === undefined ? [sql``, sql``] : [sql`, ${rules}::bigint[]`, sql`, rule_id`];
  return sql`unnest(${rows}::int[], ${points}::int[], ${values}${given}) with ordinality
    as given (row, point, ${names}${name}, place)`;
};

const knownRow = sql`'row', row, 'point', point, 'place', place,
  'given', json_build_object('application_id', given.application_id, 'applicant_name', given.applicant_name,
    'applicant_type', given.applicant_type, 'visit_type', given.visit_type, 'address', given.address)`;
/**
 * Whether the row was already stored as a revisit that is not decided yet. Ignores the number at the end of a
 * type, such as the 2 in OFFICE 2.
 */
const isVisitedAgain = sql`(a.status = 'submitted' and exists (select from applicants again
  where again.application_id = a.application_id and again.deleted_at is null and again.status <> 'submitted'
    and again.applicant_name = given.applicant_name and again.address = given.address
    and regexp_replace(again.contact_point, '\\d+(/|$)', '\\1', 'g') = regexp_replace(a.contact_point, '\\d+(/|$)', '\\1', 'g')))`;
const knownApplicant = sql`json_build_object('applicant_name', a.applicant_name, 'address', a.address, 'status', a.status,
  'is_visited_again', ${isVisitedAgain})`;

export async function findKnown(db: Db, pack: PackedApplicants): Promise<KnownRow[]> {
  const { rows } = await sql<{ known: KnownRow[] }>`
    select coalesce(json_agg(json_build_object(${knownRow}, 'known', ${knownApplicant}) order by place), '[]') as known
    from ${unpack(pack)} join applicants a on a.application_id = given.application_id
      and a.contact_point = contact_point(given.applicant_type, given.visit_type) and a.deleted_at is null`.execute(
    db,
  );
  return rows[0]?.known ?? [];
}

const mostRevisits = 99;

/**
 * Returns SQL for the rows of a pack at `places`, as revisits with a number. Each row gets the lowest free
 * number of its contact point, from 2 on, or none if all numbers are taken. At a home, the number is added
 * to the applicant type (APPLICANT 2), because the visit type decides which report is made. Elsewhere, the
 * number is added to the visit type (OFFICE 2).
 */
function numberAgain(pack: PackedApplicants, places: readonly number[]): RawBuilder<unknown> {
  const isHome = sql`given.visit_type in ('RESIDENCE', 'RESIDENCE VISIT')`;
  const numbered = (type: string, number: RawBuilder<unknown>) =>
    sql`regexp_replace(${sql.ref(`given.${type}`)}, ' \\d+$', '') || ${number}`;
  const typesWith = (number: RawBuilder<unknown>) => ({
    applicant_type: sql`case when ${isHome} then ${numbered('applicant_type', number)} else given.applicant_type end`,
    visit_type: sql`case when ${isHome} then given.visit_type else ${numbered('visit_type', number)} end`,
  });
  const bare = typesWith(sql`''`);
  const types = typesWith(sql`coalesce(' ' || n, '')`);
  const columns = uploadColumns.map(({ name }) =>
    name === 'applicant_type' || name === 'visit_type'
      ? sql`${types[name]} as ${sql.ref(name)}`
      : sql.ref(name),
  );
  const rule = pack.rules === undefined ? sql`` : sql`, rule_id`;
  return sql`(select row, point, ${sql.join(columns)}${rule}, place
    from (
      -- Rows of OFFICE and OFFICE 2 get different numbers.
      select *, row_number() over (
        partition by application_id, contact_point(${bare.applicant_type}, ${bare.visit_type}) order by place) as nth
      from ${unpack(pack)} where place = any(${places}::int[])
    ) as given left join lateral (
      select n from generate_series(2, ${mostRevisits}) n where not exists (
        select from applicants a where a.application_id = given.application_id and a.deleted_at is null
          and a.contact_point = contact_point(${types.applicant_type}, ${types.visit_type}))
      order by n offset given.nth - 1 limit 1
    ) as next on true) as given`;
}

/**
 * Stores the applicants of a pack. Skips an applicant if its contact point already has a stored applicant. If
 * `revisits` is given, stores only the applicants at these places, as revisits.
 */
export async function storePack(
  db: Db,
  uploadId: number,
  pack: PackedApplicants,
  {
    deadlines = [],
    revisits,
  }: { deadlines?: readonly DeadlineColumns[]; revisits?: readonly number[] },
): Promise<StoredPack> {
  const clock =
    pack.rules === undefined
      ? { names: sql``, join: sql`` }
      : {
          names: sql`, rule_id, due_at, warn_unassigned_at, warn_unvisited_at, warn_undecided_at`,
          join: sql`left join jsonb_to_recordset(${JSON.stringify(deadlines)}::jsonb)
            as deadlines (${deadlineRecord}) using (rule_id)`,
        };
  const answer = await sql<StoredPack>`
    with given as materialized (
      select * from ${revisits ? numberAgain(pack, revisits) : unpack(pack)}
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
        select json_agg(json_build_object(${knownRow}, 'known', (
          select ${knownApplicant} from applicants a
          where a.application_id = given.application_id and a.deleted_at is null
            and a.contact_point = contact_point(given.applicant_type, given.visit_type)))
        ) from taken as given
      ), '[]') as taken`.execute(db);
  const [stored] = answer.rows;
  if (!stored) throw new Error('Storing applicants returned no result');
  return stored;
}

export async function setUploadCounts(
  db: Db,
  uploadId: number,
  counts: {
    total_records: number;
    successful: number;
    first_applicant_id: number | null;
    last_applicant_id: number | null;
    mapping_id?: number | null;
    mapping_version?: number | null;
  },
): Promise<void> {
  await db.updateTable('uploads').set(counts).where('id', '=', uploadId).execute();
}
