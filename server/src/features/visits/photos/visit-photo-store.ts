import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { addPhotoHashes } from '../../../domain/photo-hashes.ts';
import { photosNamed } from '../../../domain/visits/visit-rows.ts';
import type { SavedPhoto } from '../../../storage/photos/save-photo.ts';

/** A photo as a visit names it, with its place among the visit's photos. */
export interface NamedPhoto extends ManifestPhoto {
  position: number;
}

/** A photo that an agent's own visit names; undefined for any other. */
export async function findNamedPhoto(
  db: Db,
  { visitId, agentId, sha256 }: { visitId: string; agentId: number; sha256: string },
): Promise<NamedPhoto | undefined> {
  const visit = await db
    .selectFrom('visits')
    .select('manifest')
    .where('id', '=', visitId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  const named = photosNamed(visit?.manifest ?? null);
  const position = named.findIndex((photo) => photo.sha256 === sha256);
  const photo = named[position];
  return photo && { ...photo, position };
}

/** SHA-256 in hex of those photos of a visit that are stored. */
export async function findStoredPhotos(db: Db, visitId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('photos')
    .select('sha256')
    .where('visit_id', '=', visitId)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}

/** A visit, held until the transaction ends, and the verification that it became. */
export async function lockVisit(db: Db, id: string) {
  const visit = await db
    .selectFrom('visits')
    .select(['id', 'applicant_id', 'agent_id', 'photos_expected', 'completed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!visit) return undefined;
  const verification = await db
    .selectFrom('verifications')
    .select('id')
    .where('visit_id', '=', id)
    .executeTakeFirst();
  return { ...visit, verification_id: verification?.id ?? null };
}

export type LockedVisit = NonNullable<Awaited<ReturnType<typeof lockVisit>>>;

/** Adds a stored photo to a locked visit; answers how many it has then. */
export async function addVisitPhoto(
  db: Db,
  visit: LockedVisit,
  { position, ...named }: NamedPhoto,
  { takenAt, hashes, ...saved }: SavedPhoto,
): Promise<number> {
  await db
    .insertInto('photos')
    .values({
      ...saved,
      sha256: Buffer.from(saved.sha256, 'hex'),
      taken_at: takenAt,
      visit_id: visit.id,
      verification_id: visit.verification_id,
      position,
      captured_at: named.captured_at,
      // Rounded to the 32 bits of the column, which rejects a number too small for them.
      accuracy_m: named.fix ? Math.fround(named.fix.accuracy_m) : null,
      source: named.source,
      shows: named.shows,
      capture: JSON.stringify(named),
    })
    .execute();
  await addPhotoHashes(db, visit.agent_id, [{ id: saved.id, hashes }]);
  const { count } = await db
    .selectFrom('photos')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('visit_id', '=', visit.id)
    .executeTakeFirstOrThrow();
  if (visit.verification_id !== null) {
    await db
      .updateTable('verifications')
      .set({ image_count: count })
      .where('id', '=', visit.verification_id)
      .execute();
  }
  return count;
}

export async function completeVisit(db: Db, id: string): Promise<void> {
  await db
    .updateTable('visits')
    .set({ completed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
