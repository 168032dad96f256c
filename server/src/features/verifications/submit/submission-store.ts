import type { SubmissionFields } from '@doorstep/contract/verifications/submission';
import type { Db } from '../../../db/connection.ts';
import { addPhotoHashes } from '../../../domain/photo-hashes.ts';
import type { SavedPhoto } from '../../../storage/photos/save-photo.ts';

/** What was stored under an agent's idempotency key. */
export function findSubmission(db: Db, agentId: number, key: string) {
  return db
    .selectFrom('verifications')
    .select(['id', 'image_count', 'request_sha256'])
    .where('agent_id', '=', agentId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** The agent's applicants that a submission may be about: the one it names, else all of its application number. */
export function lockMeant(
  db: Db,
  agentId: number,
  { application_id, applicant_id }: Pick<SubmissionFields, 'application_id' | 'applicant_id'>,
) {
  return db
    .selectFrom('applicants')
    .select(['id', 'application_id', 'applicant_type', 'visit_type', 'status'])
    .where((eb) =>
      applicant_id === undefined
        ? eb('application_id', '=', application_id ?? '')
        : eb('id', '=', applicant_id),
    )
    .where('assigned_agent_id', '=', agentId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function addPhotos(
  db: Db,
  agentId: number,
  of: { verification_id: number; visit_id: string },
  photos: SavedPhoto[],
): Promise<void> {
  if (photos.length === 0) return;
  await db
    .insertInto('photos')
    .values(
      photos.map(({ sha256, takenAt, hashes: _, ...photo }, position) => ({
        ...photo,
        ...of,
        position,
        sha256: Buffer.from(sha256, 'hex'),
        taken_at: takenAt === null ? null : new Date(takenAt),
      })),
    )
    .execute();
  await addPhotoHashes(db, agentId, photos);
}
