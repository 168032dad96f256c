import { createHash, randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { SubmissionFields } from '@doorstep/contract/verifications/submission';
import type { Actor } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/violations.ts';
import { recordVisit } from '../../../domain/visits/record-visit.ts';
import { lockAgent } from '../../../domain/visits/visit-locks.ts';
import type { NewVisit } from '../../../domain/visits/visit-rows.ts';
import type { Platform } from '../../../platform/platform.ts';
import { workQueue } from '../../../platform/work-queue.ts';
import { conflict, invalid, notFound, Problem, unauthenticated } from '../../../problems.ts';
import type { SpooledPhoto } from '../../../storage/photos/photo-spool.ts';
import { PhotoRefused } from '../../../storage/photos/prepare-photo.ts';
import {
  dropPhotos,
  type SavedPhoto,
  savePhoto,
  sweepLeftovers,
} from '../../../storage/photos/save-photo.ts';
import { addPhotos, findSubmission, lockMeant } from './submission-store.ts';

/** Who submits, under which key, and how to read it: each photo goes to `keep` as it arrives. */
export interface Submission {
  agentId: number;
  key: string;
  receive: (keep: (photo: SpooledPhoto) => Promise<void>) => Promise<SubmissionFields>;
}

interface Received {
  fields: SubmissionFields;
  photos: SavedPhoto[];
  sha256: Buffer;
}

// However many send: so many photos are in memory.
const inTurn = workQueue({ atOnce: availableParallelism() });

type Stored = { id: number; image_count: number };

/** Stores an agent's verification once, however often it is sent: the same key and contents get the first answer. */
export async function submitVerification(
  platform: Platform,
  actor: Actor,
  { agentId, key, receive }: Submission,
): Promise<Stored> {
  const { db } = platform;
  const earlier = await findSubmission(db, agentId, key);
  if (earlier) return sameAs(earlier, await fingerprint(receive));

  // Files before rows: a crash in between leaves files that no row names, never a row without its files.
  const photos: SavedPhoto[] = [];
  let isCommitting = false;
  try {
    const hashed = await fingerprint(receive, async (photo) => {
      const saved = inTurn(async () => savePhoto(platform, await photo.read()));
      photos.push(await saved.catch(refuse(photos.length + 1)));
    });
    const received = { ...hashed, photos };
    const stored = await db.transaction().execute(async (trx) => {
      const recorded = await record(trx, actor, { agentId, key }, received);
      isCommitting = true;
      return recorded;
    });
    if (!stored.isNew) await dropPhotos(platform.photos, photos);
    return stored;
  } catch (error) {
    // A commit whose answer was lost may happen yet, also long after: retention deletes the files a day later if no row names them.
    if (!isCommitting) await dropPhotos(platform.photos, photos);
    throw violatedConstraint(error) === 'verifications_idempotency' ? keyTaken() : error;
  }
}

/** Removes what submissions to this process left that broke off or failed. */
export async function sweepSubmissions({ photos, spool }: Platform): Promise<void> {
  spool.sweep();
  await sweepLeftovers(photos);
}

/** Reads a submission and hashes all of it: the text fields as understood, and each photo, in order. */
async function fingerprint(
  receive: Submission['receive'],
  keep?: (photo: SpooledPhoto) => Promise<void>,
): Promise<Omit<Received, 'photos'>> {
  const photoHashes: string[] = [];
  const fields = await receive(async (photo) => {
    photoHashes.push(photo.sha256);
    await keep?.(photo);
  });
  const contents = JSON.stringify([Object.entries(fields).sort(), photoHashes]);
  return { fields, sha256: createHash('sha256').update(contents).digest() };
}

async function record(
  db: Db,
  actor: Actor,
  { agentId, key }: { agentId: number; key: string },
  { fields, photos, sha256 }: Received,
): Promise<Stored & { isNew: boolean }> {
  // Agents are locked before applicants, as everywhere: the other order could deadlock with a deletion.
  if (!(await lockAgent(db, agentId))) throw unauthenticated();
  const meant = await lockMeant(db, agentId, fields);
  // The same submission sent twice at once waits at the lock above, and finds the first one stored here.
  const earlier = await findSubmission(db, agentId, key);
  if (earlier) return { ...sameAs(earlier, { sha256 }), isNew: false };
  const applicant = chooseApplicant(meant, fields);

  const visit = visitOf(fields, { applicantId: applicant.id, agentId, sha256 }, photos.length);
  const submitted = { idempotencyKey: key, photos: photos.map((photo) => photo.sha256) };
  const { verificationId } = await recordVisit(db, actor, visit, submitted);
  if (verificationId === null) throw new Error('A submission of an assigned applicant was held');
  await addPhotos(db, agentId, { verification_id: verificationId, visit_id: visit.id }, photos);
  return { id: verificationId, image_count: photos.length, isNew: true };
}

type Meant = Awaited<ReturnType<typeof lockMeant>>;

/** The open one of an agent's applicants that a submission names; a number alone may mean several. */
function chooseApplicant(meant: Meant, { application_id, applicant_id }: SubmissionFields) {
  const [first] = meant;
  if (!first) throw notFound('Application');
  if (application_id !== undefined && first.application_id !== application_id) {
    const reason = `Applicant ${applicant_id} is not of application ${application_id}.`;
    throw invalid({ applicant_id: [reason] });
  }
  const [applicant, ...others] = meant.filter(({ status }) => status === 'assigned');
  if (!applicant) {
    throw conflict('A verification of this application was already submitted.', 'already_visited');
  }
  if (others.length === 0) return applicant;
  const contactPoints = [applicant, ...others].map(({ id, applicant_type, visit_type }) => ({
    id,
    applicant_type,
    visit_type,
  }));
  const named = contactPoints.map(
    ({ id, applicant_type, visit_type }) => `${id} (${applicant_type}, ${visit_type})`,
  );
  throw new Problem(
    409,
    `Several visits of application ${application_id} are open with you: ${named.join(', ')}. Say which one by applicant_id.`,
    { code: 'several_contact_points', contactPoints },
  );
}

/** A submission is a visit of which nothing more is known than its words. */
function visitOf(
  {
    application_id: _,
    applicant_id: __,
    overall_observation,
    latitude,
    longitude,
    ...findings
  }: SubmissionFields,
  { applicantId, agentId, sha256 }: { applicantId: number; agentId: number; sha256: Buffer },
  photos: number,
): NewVisit {
  return {
    id: randomUUID(),
    applicant_id: applicantId,
    agent_id: agentId,
    device_id: null,
    assignment_version: null,
    outcome: 'met',
    is_final: true,
    try_again_at: null,
    arrived_at: null,
    left_at: null,
    clock_offset_ms: null,
    latitude: latitude ?? null,
    longitude: longitude ?? null,
    accuracy_m: null,
    fixes: [],
    facts: {},
    overall_observation,
    findings,
    photos_skipped: [],
    photos_expected: photos,
    manifest: null,
    manifest_signature: null,
    request_sha256: sha256,
  };
}

function sameAs(
  { request_sha256, ...stored }: Stored & { request_sha256: Buffer },
  { sha256 }: { sha256: Buffer },
): Stored {
  if (!request_sha256.equals(sha256)) throw keyTaken();
  return stored;
}

const keyTaken = () =>
  conflict('This Idempotency-Key was used for another submission.', 'idempotency_key_taken');

const refuse = (number: number) => (error: unknown) => {
  if (!(error instanceof PhotoRefused)) throw error;
  throw invalid({ photos: [`Photo ${number}: ${error.message}`] });
};
