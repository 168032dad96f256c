import { type Kysely, sql } from 'kysely';
import { runUnlessLocked } from '../../db/advisory-lock.ts';
import type { Db } from '../../db/connection.ts';
import type { Database } from '../../db/schema.ts';
import { removeKeys } from '../../domain/matches/key-store.ts';

/** The number of pictures of one kind that were deleted, counted for a verification or for an applicant. */
interface Expired {
  subject: 'verification' | 'applicant';
  id: number;
  what: 'photos' | 'unfinished_photos' | 'signatures';
  count: number;
}

/**
 * Deletes the photos, incomplete photos and signature pictures of applicants from the database, and queues
 * the files for deletion. Findings keep their sentences, but not their photos and places.
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
      update evidence_findings set details = details - 'photos' - 'places'
      where verification_id in (select verification_id from gone)),
    marked as (
      update verifications set photos_expired_at = now()
      where id in (select verification_id from gone))
    select case when verification_id is null then 'applicant' else 'verification' end as subject,
      coalesce(verification_id, applicant_id) as id, 'photos' as what, count(*) as count
    from gone group by 1, 2 order by 1, 2`.execute(db);
  const signatures = await sql<Expired>`
    with theirs as (
      select s.visit_id, s.picture_id, n.applicant_id from signatures s join visits n on n.id = s.visit_id
      where n.applicant_id = ${ids} and s.picture_id is not null),
    gone as (
      update signatures s set picture_id = null from theirs where s.visit_id = theirs.visit_id
      returning theirs.picture_id, theirs.applicant_id),
    queued as (
      insert into blobs_to_delete (key)
      select 'photos/' || picture_id || '/' || file from gone cross join unnest(${files}::text[]) as file
      on conflict do nothing)
    select 'applicant' as subject, applicant_id as id, 'signatures' as what, count(*) as count
    from gone group by 2 order by 2`.execute(db);
  return [...parts.rows, ...photos.rows, ...signatures.rows];
}

export async function countToDelete(db: Db, applicantIds: number[]) {
  const { rows } = await sql<{ id: number; counts: Record<string, number> }>`
    select a.id, json_build_object(
      'reports', (select count(*) from reports r join verifications v on v.id = r.verification_id where v.applicant_id = a.id),
      'visits', (select count(*) from visits n where n.applicant_id = a.id
        and not exists (select from verifications where visit_id = n.id)),
      'calls', (select count(*) from calls c where c.applicant_id = a.id),
      'send_back_notes', (select count(*) from send_backs s join verifications v on v.id = s.verification_id
        where v.applicant_id = a.id and s.note <> ''),
      'second_look_notes', (select count(*) from second_looks l join verifications v on v.id = l.verification_id
        where v.applicant_id = a.id and concat(l.first_notes, l.second_notes, l.settled_notes) <> ''),
      'callback_notes', (select count(*) from callback_calls k join verifications v on v.id = k.verification_id
        where v.applicant_id = a.id and k.note <> ''),
      'dispute_notes', (select count(*) from disputes d join verifications v on v.id = d.verification_id
        where v.applicant_id = a.id and d.note <> ''),
      'messages', (select count(*) from messages m where m.applicant_id = a.id),
      'findings', (select count(*) from evidence_findings f join verifications v on v.id = f.verification_id
        where v.applicant_id = a.id),
      'findings_of_others', (select count(*) from evidence_findings f join verifications v on v.id = f.verification_id
        where f.other_applicants && array[a.id] and v.applicant_id <> a.id)) as counts
    from unnest(${applicantIds}::bigint[]) as a (id)`.execute(db);
  return rows;
}

/**
 * Deletes all data of closed applicants that identifies a person. The data that the portfolio summary counts
 * stays.
 */
export async function anonymise(db: Db, applicantIds: number[]): Promise<void> {
  const ids = sql`any(${applicantIds}::bigint[])`;
  const contacts = await db
    .selectFrom('applicants')
    .select(['id', 'applicant_name', 'mobile_number', 'address', 'pin_code'])
    .where(sql<boolean>`id = ${ids}`)
    .orderBy('id')
    .execute();
  await removeKeys(db, contacts);
  await sql`update applicants set application_id = 'removed-' || id, applicant_name = 'Removed',
      mobile_number = '0000000000', pin_code = '000000', address = '', message = '', unread_since = null, anonymised_at = now()
    where id = ${ids}`.execute(db);
  await sql`update verifications set neighbour1_name = '', neighbour1_address = '', neighbour1_feedback = '',
      neighbour2_name = '', neighbour2_address = '', neighbour2_feedback = '', remark = '', verification_address = '',
      latitude = null, longitude = null, decision_notes = '', replaced_notes = ''
    where applicant_id = ${ids}`.execute(db);
  await sql`delete from messages where applicant_id = ${ids}`.execute(db);
  await sql`update send_backs s set note = '' from verifications v
    where v.id = s.verification_id and v.applicant_id = ${ids}`.execute(db);
  // Ends open second looks, because no reviewer can judge the case any more.
  await sql`update second_looks l set first_notes = '', second_notes = '', settled_notes = '',
      ended_at = case when l.state in ('owed', 'differs') then coalesce(l.ended_at, now()) else l.ended_at end
    from verifications v where v.id = l.verification_id and v.applicant_id = ${ids}`.execute(db);
  await sql`update disputes d set note = '' from verifications v
    where v.id = d.verification_id and v.applicant_id = ${ids}`.execute(db);
  // Closes open call-backs, because the phone number is deleted.
  await sql`update callbacks c set closed_at = coalesce(c.closed_at, now()) from verifications v
    where v.id = c.verification_id and v.applicant_id = ${ids}`.execute(db);
  await sql`update callback_calls k set note = '' from verifications v
    where v.id = k.verification_id and v.applicant_id = ${ids}`.execute(db);
  // Also deletes findings of other applicants' verifications if the findings refer to these applicants.
  await sql`delete from evidence_findings where other_applicants && ${applicantIds}::bigint[]
    or verification_id in (select id from verifications where applicant_id = ${ids})`.execute(db);
  // Visits without a verification are deleted. Visits with a verification keep agent, time and outcome.
  await sql`delete from visits n where n.applicant_id = ${ids}
    and not exists (select from verifications where visit_id = n.id)`.execute(db);
  await sql`delete from calls where applicant_id = ${ids}`.execute(db);
  await sql`delete from signatures s using visits n where n.id = s.visit_id and n.applicant_id = ${ids}`.execute(
    db,
  );
  await sql`update visits set facts = '{}', statement = '{}', fixes = '[]', photos_skipped = '[]', latitude = null,
      longitude = null, accuracy_m = null, resolution_note = '', manifest = null, manifest_signature = null
    where applicant_id = ${ids}`.execute(db);
  const theirReports = sql`(select r.id from reports r join verifications v on v.id = r.verification_id
    where v.applicant_id = ${ids})`;
  // Locks the reports first. Otherwise, an archive could still add one of these reports after the following
  // update of its items.
  await sql`select id from reports where id in ${theirReports} order by id for update`.execute(db);
  await sql`update report_archive_items set report_id = null, problem = 'This report was deleted by retention.'
    where report_id in ${theirReports}`.execute(db);
  // Allows this transaction to delete finished reports, which the database otherwise prevents.
  await sql`select set_config('doorstep.retention', 'on', true)`.execute(db);
  await sql`with gone as (
      delete from reports r using verifications v
      where v.id = r.verification_id and v.applicant_id = ${ids} returning encode(r.pdf_sha256, 'hex') as sha256)
    insert into blobs_to_delete (key)
    select distinct 'reports/' || sha256 || '.pdf' from gone where sha256 is not null
    on conflict do nothing`.execute(db);
}

/** Returns undefined without calling `work` if another server, or a command, is running retention. */
export const runAlone = <T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T | undefined> =>
  runUnlessLocked(db, 'retention', work);
