import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { lockActiveUser } from '../../../domain/active-users.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, notFound, unauthenticated } from '../../../problems.ts';
import { PhotoRefused } from '../../../storage/photos/prepare-photo.ts';
import { dropPhotos, type SavedPhoto, savePhoto } from '../../../storage/photos/save-photo.ts';
import { dropParts } from './photo-part-store.ts';
import {
  addVisitPhoto,
  completeVisit,
  findStoredPhotos,
  lockVisit,
  type NamedPhoto,
} from './visit-photo-store.ts';

/** Stores a whole photo of a visit, once however often it is sent; the visit and its verification count it. */
export async function storeVisitPhoto(
  platform: Platform,
  actor: Actor,
  visitId: string,
  { named, bytes }: { named: NamedPhoto; bytes: Uint8Array },
): Promise<void> {
  const { db, photos } = platform;
  // Files before rows: a crash in between leaves files that no row names, never a row without its files.
  const saved = await savePhoto(
    { photos: platform.photos, timeZone: platform.provider.timeZone },
    bytes,
  ).catch((error: unknown) => {
    throw error instanceof PhotoRefused ? invalid({ photo: [error.message] }) : error;
  });
  let isCommitting = false;
  try {
    const isNew = await db.transaction().execute(async (trx) => {
      const isNew = await add(trx, actor, visitId, named, saved);
      isCommitting = true;
      return isNew;
    });
    if (!isNew) await dropPhotos(photos, [saved]);
  } catch (error) {
    // A commit whose answer was lost may happen yet, also long after: retention deletes the files a day later if no row names them.
    if (!isCommitting) await dropPhotos(photos, [saved]);
    throw error;
  }
}

async function add(
  db: Db,
  actor: Actor,
  visitId: string,
  named: NamedPhoto,
  saved: SavedPhoto,
): Promise<boolean> {
  // The sender may have been deactivated since the photo began to arrive.
  if (actor.id === null || !(await lockActiveUser(db, actor.id))) throw unauthenticated();
  const visit = await lockVisit(db, visitId);
  if (!visit) throw notFound('Visit');
  // The same photo sent twice at once waits at the lock above, and finds the first one stored here.
  const isNew = !(await findStoredPhotos(db, visitId)).has(named.sha256);
  await dropParts(db, { visitId, sha256: named.sha256 });
  if (!isNew) return false;
  const count = await addVisitPhoto(db, visit, named, saved);
  if (count < visit.photos_expected) return true;
  await completeVisit(db, visitId);
  const { verification_id, applicant_id } = visit;
  await recordAudit(db, actor, {
    action: 'photos_received',
    ...(verification_id === null
      ? { subject: 'applicant', subjectId: applicant_id }
      : { subject: 'verification', subjectId: verification_id }),
    after: { visit_id: visitId, photos: count },
  });
  return true;
}
