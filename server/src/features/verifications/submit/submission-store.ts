import type { SubmissionFields } from '@doorstep/contract/verifications';
import type { Db } from '../../../db/connection.ts';
import type { SavedPhoto } from './save-photos.ts';

/** What was stored under an agent's idempotency key. */
export function findSubmission(db: Db, agentId: number, key: string) {
  return db
    .selectFrom('verifications')
    .select(['id', 'image_count', 'request_sha256'])
    .where('agent_id', '=', agentId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

/** The agent, if still active, held so that nobody deactivates or deletes them meanwhile. */
export function lockAgent(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

export function lockApplication(db: Db, applicationId: string) {
  return db
    .selectFrom('applicants')
    .select(['id', 'status', 'assigned_agent_id'])
    .where('application_id', '=', applicationId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

export function addVerification(
  db: Db,
  { application_id: _, latitude, longitude, ...facts }: SubmissionFields,
  more: {
    applicant_id: number;
    agent_id: number;
    idempotency_key: string;
    request_sha256: Buffer;
    image_count: number;
  },
) {
  return db
    .insertInto('verifications')
    .values({ ...facts, ...more, latitude: latitude ?? null, longitude: longitude ?? null })
    .returning(['id', 'image_count'])
    .executeTakeFirstOrThrow();
}

/** Which of so many photos have a row. */
export async function findStoredPhotoIds(db: Db, ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('photos').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export async function addPhotos(
  db: Db,
  verificationId: number,
  photos: SavedPhoto[],
): Promise<void> {
  if (photos.length === 0) return;
  await db
    .insertInto('photos')
    .values(
      photos.map(({ sha256, takenAt, ...photo }, position) => ({
        ...photo,
        verification_id: verificationId,
        position,
        sha256: Buffer.from(sha256, 'hex'),
        taken_at: takenAt === null ? null : new Date(takenAt),
      })),
    )
    .execute();
}
