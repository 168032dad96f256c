import { type Kysely, sql } from 'kysely';
import { unlessBusy } from '../../db/advisory-lock.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';

/** The data to delete: the photos of closed cases, or all personal data of their applicants. */
export type Kind = 'photos' | 'applicants';

/** When a case was closed: its last decision, or its deletion. Open work has no such moment. */
const closedAt = sql`case
  when a.deleted_at is not null then a.deleted_at
  when a.status = 'submitted' then (select max(v.decided_at) from verifications v where v.applicant_id = a.id) end`;

/**
 * Visits that came later than that, and those that an admin has yet to settle: their applicant is not due. Of a forgotten
 * applicant no visit can be used any more.
 */
const hasOpenVisit = (before: Date) => sql`exists (select from visits n where n.applicant_id = a.id
  and (n.received_at >= ${before} or n.standing = 'held' and a.anonymised_at is null))`;

const isDue = (kind: Kind, before: Date) =>
  kind === 'applicants'
    ? sql`(a.anonymised_at is null and ${closedAt} < ${before}
        -- A visit that came after the case was forgotten is kept as long again.
        or a.anonymised_at is not null and exists (
          select from visits n where n.applicant_id = a.id and n.received_at > a.anonymised_at))
      and not ${hasOpenVisit(before)}`
    : sql`${closedAt} < ${before} and (
        exists (select from photos p join verifications v on v.id = p.verification_id where v.applicant_id = a.id)
        or exists (select from photos p join visits n on n.id = p.visit_id where n.applicant_id = a.id)
        or exists (select from photo_parts p join visits n on n.id = p.visit_id where n.applicant_id = a.id))
      and not ${hasOpenVisit(before)}`;

export interface PlannedMonth {
  month: string;
  applicants: number;
  verifications: number;
  photos: number;
  reports: number;
}

/** The photos of an applicant: of verifications, and of visits that became none. */
const photosOf = (applicant: string) => sql`(
  select p.id from photos p join verifications v on v.id = p.verification_id where v.applicant_id = ${sql.ref(applicant)}
  union select p.id from photos p join visits n on n.id = p.visit_id where n.applicant_id = ${sql.ref(applicant)})`;

/** The due cases, by the month in which they were closed. */
export async function planMonths(
  db: Db,
  kind: Kind,
  before: Date,
  timeZone: string,
): Promise<PlannedMonth[]> {
  const { rows } = await sql<PlannedMonth>`
    with due as (select a.id, to_char(${closedAt} at time zone ${timeZone}, 'YYYY-MM') as month
      from applicants a where ${isDue(kind, before)})
    select d.month, count(*) as applicants, sum(n.verifications)::bigint as verifications,
      sum(n.photos)::bigint as photos, sum(n.reports)::bigint as reports
    from due d cross join lateral (select count(*) as verifications,
        (select count(*) from ${photosOf('d.id')} as theirs) as photos,
        coalesce(sum((select count(*) from reports r where r.verification_id = v.id)), 0) as reports
      from verifications v where v.applicant_id = d.id) n
    group by d.month order by d.month`.execute(db);
  return rows;
}

/** The next applicants that are due, by their ids. */
export async function findDue(
  db: Db,
  kind: Kind,
  before: Date,
  { after, atMost }: { after: number; atMost: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from applicants a where a.id > ${after} and ${isDue(kind, before)}
    order by a.id limit ${atMost}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks those of these applicants that are due still, and their visits. Whom somebody works on is left for another time.
 */
export async function lockDueApplicants(
  db: Db,
  kind: Kind,
  before: Date,
  applicantIds: number[],
): Promise<number[]> {
  const free = await sql<{ id: number }>`
    select id from applicants where id = any(${applicantIds}::bigint[])
    order by id for update skip locked`.execute(db);
  // Asked only now: what came before they were locked is seen, and nothing comes after.
  const due = await sql<{ id: number }>`
    select a.id from applicants a where a.id = any(${free.rows.map(({ id }) => id)}::bigint[])
      and ${isDue(kind, before)} order by a.id`.execute(db);
  const ids = due.rows.map(({ id }) => id);
  // Visits before what hangs on them, as where a photo is stored: the other order could deadlock with that.
  await sql`select id from visits where applicant_id = any(${ids}::bigint[]) order by id for update`.execute(
    db,
  );
  return ids;
}

/** The data deleted from a verification, or from a visit without one. */
interface Expired {
  subject: 'verification' | 'applicant';
  id: number;
  what: 'photos' | 'unfinished_photos';
  count: number;
}

/**
 * Deletes the photos' rows, and parts of photos under way, and leaves the names of the files to be deleted; what the checks found keeps
 * its sentence, without the photos and places next to it.
 */
export async function expirePhotos(
  db: Db,
  applicantIds: number[],
  files: readonly string[],
): Promise<Expired[]> {
  const ids = sql`any(${applicantIds}::bigint[])`;
  const parts = await sql<Expired>`
    with gone as (
      delete from photo_parts p using visits n where n.id = p.visit_id and n.applicant_id = ${ids}
      returning n.applicant_id, p.visit_id, p.sha256)
    select 'applicant' as subject, applicant_id as id, 'unfinished_photos' as what,
      count(distinct (visit_id, sha256)) as count
    from gone group by 2 order by 2`.execute(db);
  const photos = await sql<Expired>`
    with gone as (
      delete from photos p using (
        select p.id, n.applicant_id from photos p join visits n on n.id = p.visit_id where n.applicant_id = ${ids}
        union
        select p.id, v.applicant_id from photos p join verifications v on v.id = p.verification_id
        where v.applicant_id = ${ids}) as theirs
      where p.id = theirs.id
      returning p.id, p.verification_id, theirs.applicant_id),
    queued as (
      insert into blobs_to_delete (key)
      select 'photos/' || gone.id || '/' || file from gone cross join unnest(${files}::text[]) as file
      on conflict do nothing),
    bared as (
      update evidence_findings set beside = beside - 'photos' - 'places'
      where verification_id in (select verification_id from gone)),
    marked as (
      update verifications set photos_expired_at = now()
      where id in (select verification_id from gone))
    select case when verification_id is null then 'applicant' else 'verification' end as subject,
      coalesce(verification_id, applicant_id) as id, 'photos' as what, count(*) as count
    from gone group by 1, 2 order by 1, 2`.execute(db);
  return [...parts.rows, ...photos.rows];
}

/** How much of each applicant {@link anonymise} is about to delete. */
export async function countDoomed(db: Db, applicantIds: number[]) {
  const { rows } = await sql<{ id: number; counts: Record<string, number> }>`
    select a.id, json_build_object(
      'reports', (select count(*) from reports r join verifications v on v.id = r.verification_id where v.applicant_id = a.id),
      'visits', (select count(*) from visits n where n.applicant_id = a.id
        and not exists (select from verifications where visit_id = n.id)),
      'send_back_notes', (select count(*) from send_backs s join verifications v on v.id = s.verification_id
        where v.applicant_id = a.id and s.note <> ''),
      'findings', (select count(*) from evidence_findings f join verifications v on v.id = f.verification_id
        where v.applicant_id = a.id),
      'findings_of_others', (select count(*) from evidence_findings f join verifications v on v.id = f.verification_id
        where f.other_applicants && array[a.id] and v.applicant_id <> a.id)) as counts
    from unnest(${applicantIds}::bigint[]) as a (id)`.execute(db);
  return rows;
}

/** Takes out of closed cases whatever points to a person; what the summary counts stays. */
export async function anonymise(db: Db, applicantIds: number[]): Promise<void> {
  const ids = sql`any(${applicantIds}::bigint[])`;
  await sql`update applicants set application_id = 'removed-' || id, applicant_name = 'Removed',
      mobile_number = '0000000000', pin_code = '000000', address = '', message = '', anonymised_at = now()
    where id = ${ids}`.execute(db);
  await sql`update verifications set neighbour1_name = '', neighbour1_address = '', neighbour1_feedback = '',
      neighbour2_name = '', neighbour2_address = '', neighbour2_feedback = '', remark = '', verification_address = '',
      latitude = null, longitude = null, decision_notes = '', replaced_notes = ''
    where applicant_id = ${ids}`.execute(db);
  await sql`update send_backs s set note = '' from verifications v
    where v.id = s.verification_id and v.applicant_id = ${ids}`.execute(db);
  // Also those of other cases that this one is next to.
  await sql`delete from evidence_findings where other_applicants && ${applicantIds}::bigint[]
    or verification_id in (select id from verifications where applicant_id = ${ids})`.execute(db);
  // Visits without a verification are deleted. For the others, agent, time and outcome stay.
  await sql`delete from visits n where n.applicant_id = ${ids}
    and not exists (select from verifications where visit_id = n.id)`.execute(db);
  await sql`update visits set facts = '{}', statement = '{}', fixes = '[]', photos_skipped = '[]', latitude = null,
      longitude = null, accuracy_m = null, resolution_note = '', manifest = null, manifest_signature = null
    where applicant_id = ${ids}`.execute(db);
  const theirReports = sql`(select r.id from reports r join verifications v on v.id = r.verification_id
    where v.applicant_id = ${ids})`;
  // Locked first: an archive that is just taking one up would else name it after its items were looked at.
  await sql`select id from reports where id in ${theirReports} order by id for update`.execute(db);
  await sql`update report_archive_items set report_id = null, problem = 'This report was deleted by retention.'
    where report_id in ${theirReports}`.execute(db);
  // A finished report is else never changed or deleted, and the database holds to it.
  await sql`select set_config('doorstep.retention', 'on', true)`.execute(db);
  await sql`with gone as (
      delete from reports r using verifications v
      where v.id = r.verification_id and v.applicant_id = ${ids} returning encode(r.pdf_sha256, 'hex') as sha256)
    insert into blobs_to_delete (key)
    select distinct 'reports/' || sha256 || '.pdf' from gone where sha256 is not null
    on conflict do nothing`.execute(db);
}

export async function listDoomed(db: Db, atMost: number): Promise<string[]> {
  const rows = await db.selectFrom('blobs_to_delete').select('key').limit(atMost).execute();
  return rows.map(({ key }) => key);
}

export async function forgetDoomed(db: Db, keys: string[]): Promise<void> {
  await db.deleteFrom('blobs_to_delete').where('key', 'in', keys).execute();
}

/** Which of these pictures some row names. */
export async function findPictures(db: Db, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from photos where id = any(${ids}::uuid[])
    union all select id from identity_images where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Those of the hashes, in hex, that a version's file has. */
export async function findReports(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const { rows } = await sql<{ sha256: string }>`
    select encode(pdf_sha256, 'hex') as sha256 from reports
    where pdf_sha256 = any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`.execute(db);
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** How many files are deleted under one lock: a backup, which waits for it, comes in between. */
export const filesPerLock = 200;

/** Runs work unless another server, or a command, is at it. */
export const aloneOf = <T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T | undefined> =>
  unlessBusy(db, 'retention', work);
