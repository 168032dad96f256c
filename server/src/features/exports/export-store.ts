import type { ExportFormat, ExportList } from '@doorstep/contract/exports';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import type { StoredLayout } from '../../db/schema/export-tables.ts';
import { deleteExpired, isFree, leaseFor } from '../../domain/background-files.ts';
import { serverLimits } from '../../limits.ts';

export interface NewExport {
  id: string;
  requested_by: number;
  list: ExportList;
  format: ExportFormat;
  query: string;
  with_report: boolean;
  layout: StoredLayout | null;
}

export async function addExport(db: Db, { layout, ...added }: NewExport): Promise<void> {
  await db
    .insertInto('exports')
    .values({ ...added, layout: layout && JSON.stringify(layout) })
    .execute();
}

const selectExports = (db: Db, requestedBy: number) =>
  db
    .selectFrom('exports')
    .select(['id', 'list', 'format', 'query', 'with_report', 'total', 'done', 'created_at'])
    .select(['leased_until', 'finished_at'])
    .select(sql<boolean>`file is not null`.as('has_file'))
    .select(sql<string | null>`layout ->> 'lender'`.as('lender'))
    .where('requested_by', '=', requestedBy);

export type StoredExport = Awaited<ReturnType<typeof listOwn>>[number];

export const listOwn = (db: Db, requestedBy: number) =>
  selectExports(db, requestedBy).orderBy('created_at', 'desc').execute();

export const findOwn = (db: Db, requestedBy: number, id: string) =>
  selectExports(db, requestedBy).where('id', '=', id).executeTakeFirst();

/**
 * The number of bytes that are read at a time. It is small, because the driver needs several times as much
 * memory.
 */
const partBytes = 1_048_576;

export async function* readFileOf(db: Db, id: string): AsyncGenerator<Buffer> {
  for (let read = 0, size = 1; read < size; read += partBytes) {
    const part = await db
      .selectFrom('exports')
      .select(sql<number>`octet_length(file)`.as('size'))
      .select(sql<Buffer>`substr(file, ${read + 1}, ${partBytes})`.as('bytes'))
      .where('id', '=', id)
      .where('file', 'is not', null)
      .executeTakeFirst();
    if (!part) throw new Error('The export was deleted during its download');
    yield part.bytes;
    size = part.size;
  }
}

export async function deleteBeyond(db: Db, requestedBy: number, kept: number): Promise<void> {
  await db
    .deleteFrom('exports')
    .where(
      sql<boolean>`id in (select id from exports where requested_by = ${requestedBy}
        order by created_at desc offset ${kept})`,
    )
    .execute();
}

export const deleteExpiredExports = (db: Db, hours: number): Promise<void> =>
  deleteExpired(db, 'exports', hours);

const isFormerAdmin = sql<boolean>`not exists (select from users u where u.id = exports.requested_by
  and u.is_admin and u.is_active and u.deleted_at is null)`;

export async function deleteExportsOfFormerAdmins(db: Db): Promise<void> {
  await db.deleteFrom('exports').where(isFormerAdmin).execute();
}

const lease = leaseFor(serverLimits.exportLeaseSeconds);

/** Marks exports as failed if their server died while it made them for the last time. */
export async function endSpentExports(db: Db): Promise<void> {
  await db
    .updateTable('exports')
    .set({ finished_at: sql<string>`now()`, leased_until: null })
    .where('finished_at', 'is', null)
    .where('tries', '>=', serverLimits.exportTries)
    .where(isFree)
    .execute();
}

export function takeExport(db: Db) {
  return db
    .updateTable('exports')
    .set({ leased_until: lease, tries: sql`tries + 1`, done: 0 })
    .where(
      sql<boolean>`id = (select id from exports where finished_at is null
        and tries < ${serverLimits.exportTries} and ${isFree}
        order by created_at limit 1 for update skip locked)`,
    )
    .returning(['id', 'list', 'format', 'query', 'with_report', 'layout', 'tries'])
    .executeTakeFirst();
}
export type TakenExport = NonNullable<Awaited<ReturnType<typeof takeExport>>>;

/**
 * Records progress and extends the lease. Returns false if the export was deleted, its admin is no longer
 * active, or another server took over the export.
 */
export const noteProgress = (
  db: Db,
  { id, tries }: TakenExport,
  progress: { total: number; done: number },
): Promise<boolean> => changeTaken(db, { id, tries }, { ...progress, leased_until: lease });

/** Finishes an export with its file. If `file` is null, the export has failed. */
export const finishExport = (db: Db, taken: TakenExport, file: Buffer | null): Promise<boolean> =>
  changeTaken(db, taken, { finished_at: sql<string>`now()`, leased_until: null, file });

/**
 * Leaves an export unfinished. If `isFailure` is true, the export is made again when the lease expires. If
 * `isFailure` is false, the export was left because this server stops, so this does not count as a failure.
 */
export const leaveExport = (db: Db, taken: TakenExport, isFailure: boolean): Promise<boolean> =>
  changeTaken(
    db,
    taken,
    isFailure ? { leased_until: lease } : { leased_until: null, tries: taken.tries - 1 },
  );

async function changeTaken(
  db: Db,
  { id, tries }: Pick<TakenExport, 'id' | 'tries'>,
  change: Record<string, unknown>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exports')
    .set(change)
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('finished_at', 'is', null)
    .where(sql<boolean>`not ${isFormerAdmin}`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
