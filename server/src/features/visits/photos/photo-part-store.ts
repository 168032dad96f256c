import { type Kysely, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import type { Database } from '../../../db/schema.ts';
import { serverLimits } from '../../../limits.ts';

/** Names a photo under way: the visit's, by the hash of what it will be. */
export interface PhotoKey {
  visitId: string;
  sha256: string;
}

const partsOf = (db: Db, { visitId, sha256 }: PhotoKey) =>
  db
    .selectFrom('photo_parts')
    .where('visit_id', '=', visitId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'));

/** The last part of what has arrived; the others end where the next one begins. */
const findLast = (db: Db, key: PhotoKey) =>
  partsOf(db, key)
    .select(['start', sql<number>`length(bytes)`.as('size')])
    .orderBy('start', 'desc')
    .limit(1)
    .executeTakeFirst();

/** How many bytes of a photo have arrived. */
export async function countArrived(db: Db, key: PhotoKey): Promise<number> {
  const last = await findLast(db, key);
  return last ? last.start + last.size : 0;
}

/** Keeps bytes that follow what is there, and only such; answers how much is there then. */
export function addPart(
  db: Kysely<Database>,
  key: PhotoKey,
  start: number,
  bytes: Buffer,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // One connection at a time writes to a photo: what another one wrote meanwhile is counted.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`photo ${key.visitId} ${key.sha256}`}, 0))`.execute(
      trx,
    );
    const last = await findLast(trx, key);
    const there = last ? last.start + last.size : 0;
    if (there !== start) return there;
    const sha256 = Buffer.from(key.sha256, 'hex');
    // A sender of a byte at a time doesn't make a row of each.
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

/** All that has arrived of a photo. */
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

/** Deletes parts of photos of which nothing has come for so many days. */
export async function sweepParts(db: Db, days: number): Promise<void> {
  await sql`delete from photo_parts p using (
      select visit_id, sha256 from photo_parts group by 1, 2
      having max(stored_at) < now() - make_interval(days => ${days})) as idle
    where p.visit_id = idle.visit_id and p.sha256 = idle.sha256`.execute(db);
}
