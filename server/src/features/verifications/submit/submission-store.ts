import type { SubmissionSubject } from '@doorstep/contract/verifications/submission';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { addPhotoHashes } from '../../../domain/evidence/photo-hashes.ts';
import type { SavedPhoto } from '../../../storage/photos/save-photo.ts';

/** Finds the verification, or the held or set-aside visit, that an agent submitted with this key. */
export async function findSubmission(db: Db, agentId: number, key: string, visitId: string) {
  const counted = await db
    .selectFrom('verifications')
    .select(['id', 'image_count', 'request_sha256'])
    .where('agent_id', '=', agentId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
  if (counted) return { ...counted, standing: 'counted' as const, held_because: null };
  return db
    .selectFrom('visits')
    .leftJoin('verifications', 'verifications.visit_id', 'visits.id')
    .select(['verifications.id', 'visits.photos_expected as image_count'])
    .select(['visits.request_sha256', 'visits.standing', 'visits.held_because'])
    .where('visits.id', '=', visitId)
    .executeTakeFirst();
}

export function findHeld(db: Db, visit: { agentId: number; applicantId: number; sha256: Buffer }) {
  return db
    .selectFrom('visits')
    .select(['photos_expected as image_count', 'standing', 'held_because'])
    .where('applicant_id', '=', visit.applicantId)
    .where('agent_id', '=', visit.agentId)
    .where('standing', '=', 'held')
    .where('request_sha256', '=', visit.sha256)
    .limit(1)
    .executeTakeFirst();
}

export type Candidate = Awaited<ReturnType<typeof lockCandidates>>[number];

function selectCandidates(
  db: Db,
  agentId: number,
  { application_id, applicant_id }: SubmissionSubject,
) {
  return db
    .selectFrom('applicants as a')
    .select(['a.id', 'a.application_id', 'a.applicant_type', 'a.visit_type'])
    .select(['a.status', 'a.assigned_agent_id', 'a.deleted_at'])
    .where((eb) =>
      applicant_id === undefined
        ? eb('a.application_id', '=', application_id ?? '')
        : eb('a.id', '=', applicant_id),
    )
    .where(
      sql<boolean>`exists (select from assignments g where g.applicant_id = a.id and g.agent_id = ${agentId})`,
    )
    .orderBy('a.id');
}

/**
 * Returns deleted applicants only if no others match, because an application that was uploaded again
 * replaces the deleted applicant. Reads deleted applicants last, because no index finds them by number.
 */
async function preferUndeleted(candidates: ReturnType<typeof selectCandidates>) {
  const notDeleted = await candidates.where('a.deleted_at', 'is', null).execute();
  return notDeleted.length > 0 ? notDeleted : candidates.execute();
}

export const findCandidates = (db: Db, agentId: number, subject: SubmissionSubject) =>
  preferUndeleted(selectCandidates(db, agentId, subject));

export const lockCandidates = (db: Db, agentId: number, subject: SubmissionSubject) =>
  preferUndeleted(selectCandidates(db, agentId, subject).forUpdate('a'));

export async function addPhotos(
  db: Db,
  agentId: number,
  of: { verification_id: number | null; visit_id: string },
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
