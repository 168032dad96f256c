import { hash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type {
  SubmissionFields,
  SubmissionSubject,
} from '@doorstep/contract/verifications/submission';
import type { HeldReason } from '@doorstep/contract/visits/held';
import type { Actor } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/database-errors.ts';
import { lockActiveUser } from '../../../domain/users/active-users.ts';
import { uuidOfName } from '../../../domain/uuid-of-name.ts';
import { type RecordedVisit, recordVisit } from '../../../domain/visits/record-visit.ts';
import type { NewVisit } from '../../../domain/visits/visit-rows.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conflict, invalid, notFound, Problem, unauthenticated } from '../../../problems.ts';
import type { SpooledPhoto } from '../../../storage/photos/photo-spool.ts';
import { PhotoRejected } from '../../../storage/photos/prepare-photo.ts';
import {
  dropPhotos,
  type SavedPhoto,
  savePhoto,
  sweepLeftovers,
} from '../../../storage/photos/save-photo.ts';
import { workQueue } from '../../../work/work-queue.ts';
import { chooseApplicant, isOpenWith } from './choose-applicant.ts';
import {
  addPhotos,
  findCandidates,
  findHeld,
  findSubmission,
  lockCandidates,
} from './submission-store.ts';

/** Called for each photo that arrives. `subject` has the ids in the text parts before the photo, if any. */
export type KeepPhoto = (
  photo: SpooledPhoto,
  subject: SubmissionSubject | undefined,
) => Promise<void>;

/** A submission whose parts are not read yet. `key` is the Idempotency-Key. */
export interface Submission {
  agentId: number;
  key: string;
  receive: (keep: KeepPhoto) => Promise<SubmissionFields>;
}

interface Received {
  fields: SubmissionFields;
  photos: SavedPhoto[];
  sha256: Buffer;
}

// Limits the number of photos in memory, even if many agents send at the same time.
const inTurn = workQueue({ atOnce: availableParallelism() });

/** `id` is the id of the verification, or null if the visit is held or was set aside. */
export interface Stored {
  id: number | null;
  image_count: number;
  standing: RecordedVisit['standing'];
  held_because: HeldReason | null;
}

/**
 * If the key was already used with the same contents, returns the first answer again. Throws a 409 if the key
 * was used with different contents.
 */
export async function submitVerification(
  platform: Platform,
  actor: Actor,
  { agentId, key, receive }: Submission,
): Promise<Stored> {
  const { db } = platform;
  const visitId = visitIdOf(agentId, key);
  const earlier = await findSubmission(db, agentId, key, visitId);
  if (earlier) return sameAs(earlier, await fingerprint(receive));

  // Saves the files before the rows, so that a crash can't leave a row without its files.
  const photos: SavedPhoto[] = [];
  let isCommitting = false;
  const store = { photos: platform.photos, timeZone: platform.provider.timeZone };
  try {
    const hashed = await fingerprint(receive, async (photo, subject) => {
      if (photos.length === 0 && subject) {
        // Accepts several matches here, because a later part of the request may choose one of them.
        const candidates = await findCandidates(db, agentId, subject);
        if (candidates.length === 0) throw notFound('Application');
      }
      const saved = inTurn(async () => savePhoto(store, await photo.read()));
      photos.push(await saved.catch(reject(photos.length + 1)));
    });
    const received = { ...hashed, photos };
    const stored = await db.transaction().execute(async (trx) => {
      const recorded = await record(trx, actor, { agentId, key, visitId }, received);
      isCommitting = true;
      return recorded;
    });
    if (!stored.isNew) await dropPhotos(platform.photos, photos);
    return stored;
  } catch (error) {
    // Keeps the files if the response to the commit was lost, because the commit may still succeed. A daily
    // job deletes files without a row.
    if (!isCommitting) await dropPhotos(platform.photos, photos);
    throw isKeyTaken(error) ? keyTaken() : error;
  }
}

/** Deletes leftover files of interrupted or failed submissions to this process. */
export async function sweepSubmissions({ photos, spool }: Platform): Promise<void> {
  spool.sweep();
  await sweepLeftovers(photos);
}

async function fingerprint(
  receive: Submission['receive'],
  keep?: KeepPhoto,
): Promise<Omit<Received, 'photos'>> {
  const photoHashes: string[] = [];
  const fields = await receive(async (photo, subject) => {
    photoHashes.push(photo.sha256);
    await keep?.(photo, subject);
  });
  const contents = JSON.stringify([Object.entries(fields).sort(), photoHashes]);
  return { fields, sha256: hash('sha256', contents, 'buffer') };
}

async function record(
  db: Db,
  actor: Actor,
  { agentId, key, visitId }: { agentId: number; key: string; visitId: string },
  { fields, photos, sha256 }: Received,
): Promise<Stored & { isNew: boolean }> {
  // Locks agents before applicants. All code uses this order, because the opposite order could deadlock with
  // the deletion of an agent.
  if (!(await lockActiveUser(db, agentId))) throw unauthenticated();
  const candidates = await lockCandidates(db, agentId, fields);
  // If the same submission is sent twice at the same time, the second waits for the lock above and finds
  // the first already stored.
  const earlier = await findSubmission(db, agentId, key, visitId);
  if (earlier) return { ...sameAs(earlier, { sha256 }), isNew: false };
  const applicant = chooseApplicant(candidates, agentId, fields);
  const applicantId = applicant.id;
  // Reuses a held visit with the same contents, because a client may use a new key whenever it sends the
  // visit again. It would otherwise store its photos each time.
  const held =
    !isOpenWith(applicant, agentId) && (await findHeld(db, { agentId, applicantId, sha256 }));
  if (held) return { id: null, ...held, isNew: false };

  const visit = visitOf(fields, {
    ...{ id: visitId, applicant_id: applicantId, agent_id: agentId },
    ...{ photos_expected: photos.length, request_sha256: sha256 },
  });
  const submitted = { idempotencyKey: key, photos: photos.map((photo) => photo.sha256) };
  const recorded = await recordVisit(db, actor, visit, submitted);
  const { verificationId: id, standing, heldBecause } = recorded;
  await addPhotos(db, agentId, { verification_id: id, visit_id: visitId }, photos);
  return { id, image_count: photos.length, standing, held_because: heldBecause, isNew: true };
}

/** Derives a visit id from the agent and the key, so that a retry finds the held visit. */
const visitIdOf = (agentId: number, key: string): string =>
  uuidOfName(`submission ${agentId} ${key}`);

function visitOf(
  { application_id: _, applicant_id: __, ...fields }: SubmissionFields,
  by: Pick<NewVisit, 'id' | 'applicant_id' | 'agent_id' | 'photos_expected' | 'request_sha256'>,
): NewVisit {
  const { overall_observation, latitude, longitude, ...statement } = fields;
  return { ...by, is_final: true, overall_observation, latitude, longitude, statement };
}

function sameAs(
  { request_sha256, ...stored }: Stored & { request_sha256: Buffer },
  { sha256 }: { sha256: Buffer },
): Stored {
  if (!request_sha256.equals(sha256)) throw keyTaken();
  return stored;
}

/** Whether the key was used at the same time by a submission for another applicant. */
const isKeyTaken = (error: unknown) =>
  /^(visits_pkey|verifications_idempotency)$/.test(violatedConstraint(error) ?? '') ||
  (error instanceof Problem && error.code === 'visit_id_taken');

const keyTaken = () =>
  conflict('This Idempotency-Key was used for another submission.', 'idempotency_key_taken');

const reject = (number: number) => (error: unknown) => {
  if (!(error instanceof PhotoRejected)) throw error;
  throw invalid({ photos: [`Photo ${number}: ${error.message}`] });
};
