import type { ArchiveFilter } from '@doorstep/contract/reports/archives';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { dayStart } from '../../../db/moments.ts';
import { updateRow } from '../../../db/update-row.ts';
import { deleteExpired, isFree, leaseFor } from '../../../domain/background-files.ts';
import { serverLimits } from '../../../limits.ts';

/** Returns up to `limit` + 1 ids, latest first, so that the caller sees whether more than `limit` match. */
export function findMatching(
  db: Db,
  { admin_decision, portfolio_name, start_date, end_date }: ArchiveFilter,
  timeZone: string,
  limit: number,
): Promise<{ id: number }[]> {
  let query = db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .select('v.id')
    .where('a.deleted_at', 'is', null);
  if (admin_decision) query = query.where('v.admin_decision', '=', admin_decision);
  if (portfolio_name) query = query.where('a.portfolio_name', '=', portfolio_name);
  if (start_date) query = query.where('v.submitted_at', '>=', dayStart(start_date, 0, timeZone));
  if (end_date) query = query.where('v.submitted_at', '<', dayStart(end_date, 1, timeZone));
  return query
    .orderBy('v.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function addArchive(
  db: Db,
  archive: { id: string; requested_by: number; filter: ArchiveFilter },
  verificationIds: number[],
): Promise<void> {
  await db
    .insertInto('report_archives')
    .values({
      ...archive,
      filter: JSON.stringify(archive.filter),
      total: verificationIds.length,
    })
    .execute();
  await sql`insert into report_archive_items (archive_id, position, verification_id)
    select ${archive.id}, position, id
    from unnest(${verificationIds}::bigint[]) with ordinality as wanted (id, position)`.execute(db);
}

function selectArchives(db: Db, requestedBy: number) {
  return db
    .selectFrom('report_archives')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('report_archive_items as i')
          .whereRef('i.archive_id', '=', 'report_archives.id')
          .select(({ fn }) => [
            fn.count<number>('i.report_id').as('done'),
            fn.count<number>('i.problem').as('failed'),
          ])
          .as('items'),
      (join) => join.onTrue(),
    )
    .where('requested_by', '=', requestedBy)
    .select([
      'id',
      'filter',
      'total',
      'leased_until',
      'created_at',
      'finished_at',
      'done',
      'failed',
    ]);
}

export type StoredArchive = Awaited<ReturnType<typeof listOwn>>[number];

export function listOwn(db: Db, requestedBy: number) {
  return selectArchives(db, requestedBy).orderBy('created_at', 'desc').limit(20).execute();
}

export function findOwn(db: Db, requestedBy: number, id: string) {
  return selectArchives(db, requestedBy).where('id', '=', id).executeTakeFirst();
}

export const removeExpired = (db: Db, hours: number): Promise<void> =>
  deleteExpired(db, 'report_archives', hours);

const lease = leaseFor(serverLimits.archiveLeaseSeconds);

export function takeArchive(db: Db) {
  return db
    .updateTable('report_archives')
    .set({ leased_until: lease })
    .where(
      sql<boolean>`id = (select id from report_archives where finished_at is null and ${isFree}
        order by created_at limit 1 for update skip locked)`,
    )
    .returning(['id', 'requested_by'])
    .executeTakeFirst();
}

/** Returns false if the archive was deleted. */
export async function renewLease(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_archives')
    .set({ leased_until: lease })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function leaveArchive(db: Db, id: string): Promise<void> {
  await updateRow(db, 'report_archives', id, { leased_until: null });
}

export type ArchiveItem = NonNullable<Awaited<ReturnType<typeof nextItem>>>;

/** Items with fewer failures come first, so that a failing report doesn't delay the other reports. */
export function nextItem(db: Db, archiveId: string) {
  return db
    .selectFrom('report_archive_items')
    .select(['archive_id', 'position', 'verification_id', 'tries'])
    .where('archive_id', '=', archiveId)
    .where('report_id', 'is', null)
    .where('problem', 'is', null)
    .orderBy('tries')
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
}

export async function changeItem(
  db: Db,
  { archive_id, position }: ArchiveItem,
  change: { report_id?: number; problem?: string; tries?: number },
): Promise<void> {
  await db
    .updateTable('report_archive_items')
    .set(change)
    .where('archive_id', '=', archive_id)
    .where('position', '=', position)
    .execute();
}

export async function finishArchive(db: Db, id: string): Promise<void> {
  await updateRow(db, 'report_archives', id, {
    finished_at: sql<string>`now()`,
    leased_until: null,
  });
}

export type ArchivedReport = Awaited<ReturnType<typeof listArchived>>[number];

export function listArchived(db: Db, archiveId: string) {
  return db
    .selectFrom('report_archive_items as i')
    .innerJoin('verifications as v', 'v.id', 'i.verification_id')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .leftJoin('reports as r', 'r.id', 'i.report_id')
    .where('i.archive_id', '=', archiveId)
    .select([
      'i.position',
      'i.verification_id',
      'i.problem',
      'a.application_id',
      'a.applicant_name',
      'r.id as report_id',
      'r.version',
      'r.template',
      'r.code',
      'r.pdf_sha256',
      'r.finished_at',
      sql<string | null>`r.facts ->> 'decision'`.as('decision'),
    ])
    .orderBy('i.position')
    .execute();
}
