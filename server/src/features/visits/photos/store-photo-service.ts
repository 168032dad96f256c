import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { lockActiveUser } from '../../../domain/users/active-users.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid, orNotFound, unauthenticated } from '../../../problems.ts';
import { PhotoRejected } from '../../../storage/photos/prepare-photo.ts';
import { dropPhotos, type SavedPhoto, savePhoto } from '../../../storage/photos/save-photo.ts';
import { dropParts } from './photo-part-store.ts';
import {
  addSignaturePicture,
  addVisitPhoto,
  completeVisit,
  countFiles,
  findStoredFiles,
  isSignature,
  lockVisit,
  type NamedFile,
} from './visit-photo-store.ts';

export async function storeVisitFile(
  platform: Platform,
  actor: Actor,
  visitId: string,
  { named, bytes }: { named: NamedFile; bytes: Uint8Array },
): Promise<void> {
  const { db, photos } = platform;
  // Saves the files before the row, so that a crash can't leave a row without its files.
  const saved = await savePhoto(
    { photos: platform.photos, timeZone: platform.provider.timeZone },
    bytes,
  ).catch((error: unknown) => {
    throw error instanceof PhotoRejected ? invalid({ photo: [error.message] }) : error;
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
    // Keeps the files if the response to the commit was lost, because the commit may still succeed. A daily
    // job deletes files without a row.
    if (!isCommitting) await dropPhotos(photos, [saved]);
    throw error;
  }
}

async function add(
  db: Db,
  actor: Actor,
  visitId: string,
  named: NamedFile,
  saved: SavedPhoto,
): Promise<boolean> {
  // The sender may have been deactivated since the photo began to arrive.
  if (actor.id === null || !(await lockActiveUser(db, actor.id))) throw unauthenticated();
  const visit = orNotFound(await lockVisit(db, visitId), 'Visit');
  // If the same photo is sent twice at the same time, the second request waits for the lock above and finds
  // the photo stored.
  const isNew = !(await findStoredFiles(db, visitId)).has(named.sha256);
  await dropParts(db, { visitId, sha256: named.sha256 });
  if (!isNew) return false;
  if (isSignature(named)) await addSignaturePicture(db, visitId, saved.id);
  else await addVisitPhoto(db, visit, named, saved);
  const { photos, awaitsSignature } = await countFiles(db, visitId);
  if (photos < visit.photos_expected || awaitsSignature) return true;
  await completeVisit(db, visitId);
  const { verification_id, applicant_id } = visit;
  const subject = verification_id === null ? 'applicant' : 'verification';
  await recordAudit(db, actor, `${subject}.photos_received`, verification_id ?? applicant_id, {
    after: { visit_id: visitId, photos },
  });
  return true;
}
