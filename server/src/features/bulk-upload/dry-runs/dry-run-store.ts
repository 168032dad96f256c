import { type DryRunCounts, triedHours } from '@doorstep/contract/bulk-upload/dry-run';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { DryRunReading } from '../../../db/schema/applicant-tables.ts';
import { serverLimits } from '../../../limits.ts';
import type { UsedMapping } from '../store-rows.ts';

const isInTime = sql<boolean>`up.created_at > now() - make_interval(hours => ${triedHours}::int)`;

/** Whether lists show an upload `up`. An upload that had only a dry run is shown until its file expires. */
export const isShown: RawBuilder<boolean> = sql`(up.taken_at is not null or ${isInTime})`;

/**
 * The reading of a file and its counts. `counts` is null if a required field had neither a column nor a fixed
 * text.
 */
export interface DryRun {
  reading: DryRunReading;
  counts: DryRunCounts | null;
  mapping: UsedMapping | undefined;
}

const mappingColumns = (mapping: UsedMapping | undefined) => ({
  mapping_id: mapping?.id ?? null,
  mapping_version: mapping?.version ?? null,
});

/**
 * Stores a dry run and its file. Deletes the admin's oldest dry runs first, so that at most `dryRunsKept`
 * remain.
 */
export async function addDryRun(
  db: Db,
  upload: { uploaded_by: number; file_sha256: Buffer; file_name: string },
  file: Buffer,
  { reading, counts, mapping }: DryRun,
): Promise<{ id: number; created_at: string }> {
  await sql`delete from uploads where taken_at is null and uploaded_by = ${upload.uploaded_by} and id not in (
    select id from uploads where taken_at is null and uploaded_by = ${upload.uploaded_by}
    order by id desc limit ${serverLimits.dryRunsKept - 1})`.execute(db);
  const added = await db
    .insertInto('uploads')
    .values({
      ...upload,
      ...mappingColumns(mapping),
      total_records: 0,
      successful: 0,
      taken_at: null,
    })
    .returning(['id', 'created_at'])
    .executeTakeFirstOrThrow();
  await db
    .insertInto('tried_uploads')
    .values({
      ...{ upload_id: added.id, file, reading: JSON.stringify(reading) },
      counts: counts && JSON.stringify(counts),
    })
    .execute();
  return added;
}

/** Finds an upload with its encrypted file. `file` is null if the upload was already taken in. */
export function findDryRun(db: Db, id: number) {
  return db
    .selectFrom('uploads as up')
    .innerJoin('users as u', 'u.id', 'up.uploaded_by')
    .leftJoin('tried_uploads as t', 't.upload_id', 'up.id')
    .select(['up.id', 'up.file_name', 'up.file_sha256', 'up.created_at', 'up.taken_at'])
    .select(['up.mapping_id', 'up.mapping_version', 'u.name as uploaded_by', 'u.id as sender_id'])
    .select(['t.file', 't.reading', 't.counts', 't.tries'])
    .where('up.id', '=', id)
    .where(isShown)
    .executeTakeFirst();
}

/**
 * Locks a dry run by its row in `uploads`, before `tried_uploads`. The deletion of old dry runs locks in the
 * same order, so no deadlock is possible.
 */
const lockDryRun = (db: Db, id: number) =>
  db
    .selectFrom('uploads as up')
    .select('id')
    .where('up.id', '=', id)
    .where('up.taken_at', 'is', null)
    .where(isInTime)
    .forUpdate()
    .executeTakeFirst();

/**
 * Records the last reading of a file. `isNew` is whether the sheet, heading row or mapping differs from the
 * reading before. Returns undefined if the file was taken in or has expired.
 */
export async function replaceDryRun(
  db: Db,
  id: number,
  { reading, counts, mapping }: DryRun,
): Promise<{ revision: number; isNew: boolean } | undefined> {
  if (!(await lockDryRun(db, id))) return undefined;
  const text = JSON.stringify(reading);
  const { rows } = await sql<{ revision: number; isNew: boolean }>`
    update tried_uploads t set reading = ${text}, counts = ${counts && JSON.stringify(counts)},
      tries = t.tries + (before.reading - 'asked' <> ${text}::jsonb - 'asked')::int
    from tried_uploads before where t.upload_id = ${id} and before.upload_id = t.upload_id
    returning t.tries as revision, t.tries > before.tries as "isNew"`.execute(db);
  await db.updateTable('uploads').set(mappingColumns(mapping)).where('id', '=', id).execute();
  return rows[0];
}

/**
 * Ends a dry run, because its file is being taken in. Returns the upload's new `created_at`. Returns
 * undefined if the file has expired, was taken in, or had another dry run with other settings in the
 * meantime.
 */
export async function endDryRun(
  db: Db,
  { id, tries, adminId }: { id: number; tries: number; adminId: number },
): Promise<string | undefined> {
  if (!(await lockDryRun(db, id))) return undefined;
  const ended = await db
    .deleteFrom('tried_uploads')
    .where('upload_id', '=', id)
    .where('tries', '=', tries)
    .returning('upload_id')
    .executeTakeFirst();
  if (!ended) return undefined;
  const { created_at } = await db
    .updateTable('uploads')
    .set({ taken_at: sql`now()`, created_at: sql`now()`, uploaded_by: adminId })
    .where('id', '=', id)
    .returning('created_at')
    .executeTakeFirstOrThrow();
  return created_at;
}

/**
 * Deletes the dry runs whose files were not taken in within `triedHours`. A foreign key deletes their files
 * too.
 */
export async function deleteOldDryRuns(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from uploads up where up.taken_at is null and not ${isInTime}`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export const listLendersOf = (db: Db, portfolios: readonly string[]) =>
  db
    .selectFrom('lender_portfolios as p')
    .innerJoin('lenders as l', 'l.id', 'p.lender_id')
    .select(['p.portfolio_name', 'l.id', 'l.name'])
    .where(sql<boolean>`p.portfolio_name = any(${portfolios}::text[])`)
    .execute();
