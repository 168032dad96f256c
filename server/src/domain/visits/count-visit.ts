import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { countRows } from '../../db/count-rows.ts';
import { moveApplicant } from '../applicant-status.ts';
import { countTries } from './count-tries.ts';
import { photosNamed, recordedOutcome, signatureIn } from './visit-rows.ts';

/** The additional data of a visit that was sent in one request. */
export interface Submitted {
  idempotencyKey: string;
  /** The SHA-256 of each photo in hex. The photos are stored already. */
  photos: string[];
}

/**
 * Creates the verification of a final visit and sets its applicant to visited. Returns the verification's
 * id. The caller must have locked the applicant and set the visit's standing.
 */
export async function countVisit(
  db: Db,
  actor: Actor,
  visitId: string,
  applicant: { id: number; status: ApplicantStatus },
  submitted?: Submitted,
): Promise<number> {
  const visit = await db
    .selectFrom('visits')
    .selectAll()
    .where('id', '=', visitId)
    .executeTakeFirstOrThrow();
  const { overall_observation, ...statement } = visit.statement;
  if (!overall_observation) throw new Error(`Visit ${visitId} is not final`);
  const photos = submitted?.photos ?? (await findPhotos(db, visitId, visit.manifest));
  const outcome = recordedOutcome(visit);
  const signature = signatureIn(visit.manifest)?.file;
  const { id } = await db
    .insertInto('verifications')
    .values({
      ...statement,
      overall_observation,
      applicant_id: visit.applicant_id,
      agent_id: visit.agent_id,
      visit_id: visitId,
      outcome: visit.outcome,
      latitude: visit.latitude,
      longitude: visit.longitude,
      photos_expected: photos.length,
      image_count: submitted ? photos.length : await countPhotos(db, visitId),
      idempotency_key: submitted?.idempotencyKey ?? visitId,
      request_sha256: visit.request_sha256,
      // Uses the time after the lock, not the start of the transaction, because the transaction may have
      // waited for the lock.
      submitted_at: sql<string>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('photos')
    .set({ verification_id: id })
    .where('visit_id', '=', visitId)
    .execute();
  await countTries(db, applicant.id);
  await answerSendBacks(db, applicant.id, visitId);
  await recordAudit(db, actor, 'verification.create', id, {
    // The audit gets no texts, because retention can't delete texts from the audit.
    after: {
      applicant_id: applicant.id,
      visit_id: visitId,
      ...(outcome && { outcome }),
      overall_observation,
      contents_sha256: visit.request_sha256.toString('hex'),
      photos,
      ...(signature && { signature: signature.sha256 }),
    },
  });
  await moveApplicant(db, actor, 'visit', applicant, 'visited', { visit_id: visitId });
  return id;
}

/**
 * Returns the hashes of a visit's photos in hex: those in the phone's manifest, or of all stored photos if
 * the visit was sent in one request.
 */
async function findPhotos(db: Db, visitId: string, manifest: Buffer | null): Promise<string[]> {
  if (manifest) return photosNamed(manifest).map(({ sha256 }) => sha256);
  const photos = await db
    .selectFrom('photos')
    .select('sha256')
    .where('visit_id', '=', visitId)
    .orderBy('position')
    .execute();
  return photos.map(({ sha256 }) => sha256.toString('hex'));
}

async function countPhotos(db: Db, visitId: string): Promise<number> {
  return countRows(db.selectFrom('photos').where('visit_id', '=', visitId));
}

async function answerSendBacks(db: Db, applicantId: number, visitId: string): Promise<void> {
  await db
    .updateTable('send_backs')
    .set({ answered_by: visitId })
    .where('answered_by', 'is', null)
    .where(
      sql<boolean>`verification_id in (select id from verifications where applicant_id = ${applicantId})`,
    )
    .execute();
}
