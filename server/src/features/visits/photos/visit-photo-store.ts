import type { ManifestPhoto } from '@doorstep/contract/visits/manifest';
import type { ManifestSignature } from '@doorstep/contract/visits/signature';
import { type NotNull, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { updateRow } from '../../../db/update-row.ts';
import { addPhotoHashes } from '../../../domain/evidence/photo-hashes.ts';
import { photosNamed, signatureIn } from '../../../domain/visits/visit-rows.ts';
import type { SavedPhoto } from '../../../storage/photos/save-photo.ts';

export interface NamedPhoto extends ManifestPhoto {
  position: number;
}

export type NamedSignature = NonNullable<ManifestSignature['file']>;
export type NamedFile = NamedPhoto | NamedSignature;

export const isSignature = (named: NamedFile): named is NamedSignature => 'kind' in named;

export async function findNamedFile(
  db: Db,
  { visitId, agentId, sha256 }: { visitId: string; agentId: number; sha256: string },
): Promise<NamedFile | undefined> {
  const visit = await db
    .selectFrom('visits')
    .select('manifest')
    .where('id', '=', visitId)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  const signature = signatureIn(visit?.manifest ?? null)?.file;
  if (signature?.sha256 === sha256) return signature;
  const named = photosNamed(visit?.manifest ?? null);
  const position = named.findIndex((photo) => photo.sha256 === sha256);
  const photo = named[position];
  return photo && { ...photo, position };
}

/** Returns the SHA-256 hashes in hex. */
export async function findStoredFiles(db: Db, visitId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('photos')
    .select('sha256')
    .where('visit_id', '=', visitId)
    .unionAll(
      db
        .selectFrom('signatures')
        .select('sha256')
        .where('visit_id', '=', visitId)
        .where('picture_id', 'is not', null)
        .$narrowType<{ sha256: NotNull }>(),
    )
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}

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

export async function addVisitPhoto(
  db: Db,
  visit: LockedVisit,
  { position, ...named }: NamedPhoto,
  { takenAt, hashes, ...saved }: SavedPhoto,
): Promise<void> {
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
      // Rounds to the column's 32 bits, because PostgreSQL rejects a number that is too small for 32 bits.
      accuracy_m: named.fix ? Math.fround(named.fix.accuracy_m) : null,
      source: named.source,
      shows: named.shows,
      capture: JSON.stringify(named),
    })
    .execute();
  await addPhotoHashes(db, visit.agent_id, [{ id: saved.id, hashes }]);
  if (visit.verification_id === null) return;
  await updateRow(db, 'verifications', visit.verification_id, {
    image_count: (await countFiles(db, visit.id)).photos,
  });
}

export async function addSignaturePicture(db: Db, visitId: string, id: string): Promise<void> {
  await db
    .updateTable('signatures')
    .set({ picture_id: id })
    .where('visit_id', '=', visitId)
    .execute();
}

export async function countFiles(db: Db, visitId: string) {
  const { rows } = await sql<{ photos: number; awaitsSignature: boolean }>`
    select (select count(*) from photos where visit_id = ${visitId}) as photos,
      exists (select from signatures where visit_id = ${visitId} and answer = 'signed' and picture_id is null)
        as "awaitsSignature"`.execute(db);
  return rows[0] ?? { photos: 0, awaitsSignature: false };
}

export async function completeVisit(db: Db, id: string): Promise<void> {
  await updateRow(db, 'visits', id, { completed_at: sql<string>`now()` });
}
