import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { serverLimits } from '../../../limits.ts';

/** Identifies an incomplete photo by its visit and by the SHA-256 of the complete photo, in hex. */
export interface PhotoKey {
  visitId: string;
  sha256: string;
}

const partsOf = (db: Db, { visitId, sha256 }: PhotoKey) =>
  db
    .selectFrom('photo_parts')
    .where('visit_id', '=', visitId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'));

/**
 * Finds the last part that has arrived. Parts have no gaps, so the end of the last part is the number of
 * bytes that have arrived.
 */
const findLast = (db: Db, key: PhotoKey) =>
  partsOf(db, key)
    .select(['start', sql<number>`length(bytes)`.as('size')])
    .orderBy('start', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function countArrived(db: Db, key: PhotoKey): Promise<number> {
  const last = await findLast(db, key);
  return last ? last.start + last.size : 0;
}

/** Stores bytes if they begin where the stored bytes end. Returns the total number of stored bytes. */
export function addPart(
  db: Kysely<Database>,
  key: PhotoKey,
  start: number,
  bytes: Buffer,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // Locks the photo, so that one connection at a time writes. The stored bytes are counted after the photo
    // is locked, because another connection may have added bytes meanwhile.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`photo ${key.visitId} ${key.sha256}`}, 0))`.execute(
      trx,
    );
    const last = await findLast(trx, key);
    const there = last ? last.start + last.size : 0;
    if (there !== start) return there;
    const sha256 = Buffer.from(key.sha256, 'hex');
    // Appends to the last row while the row is small. Otherwise, a sender of single bytes would create a
    // row for each byte.
    if (last && last.size + bytes.length <= serverLimits.photoPieceBytes) {
      await trx
        .updateTable('photo_parts')
        .set({ bytes: sql`bytes || ${bytes}::bytea`, stored_at: sql`now()` })
        .where('visit_id', '=', key.visitId)
        .where('sha256', '=', sha256)
        .where('start', '=', last.start)
        .execute();
      return start + bytes.length;
    }
    await trx
      .insertInto('photo_parts')
      .values({ visit_id: key.visitId, sha256, start, bytes })
      .execute();
    return start + bytes.length;
  });
}

export async function readParts(db: Db, key: PhotoKey): Promise<Buffer> {
  const parts = await partsOf(db, key).select('bytes').orderBy('start').execute();
  return Buffer.concat(parts.map(({ bytes }) => bytes));
}

export async function dropParts(db: Db, { visitId, sha256 }: PhotoKey): Promise<void> {
  await db
    .deleteFrom('photo_parts')
    .where('visit_id', '=', visitId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .execute();
}

export async function sweepParts(db: Db, days: number): Promise<void> {
  await sql`delete from photo_parts p using (
      select visit_id, sha256 from photo_parts group by 1, 2
      having max(stored_at) < now() - make_interval(days => ${days})) as idle
    where p.visit_id = idle.visit_id and p.sha256 = idle.sha256`.execute(db);
}
