import { hash } from 'node:crypto';
import type { HeldReason } from '@doorstep/contract/visits/held';
import { filesOf, type VisitManifest } from '@doorstep/contract/visits/manifest';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import { openEnvelope } from '../../../domain/secrets/server-key.ts';
import { recordVisit } from '../../../domain/visits/record-visit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { badRequest, Problem, rejectAnonymised } from '../../../problems.ts';
import { findSigner } from '../phone/device-service.ts';
import {
  explainTakenId,
  openSignedVisit,
  readSignedVisit,
  toNewVisit,
} from '../phone/signed-visit.ts';
import { storeVisitFile } from '../photos/store-photo-service.ts';
import { findStoredFiles } from '../photos/visit-photo-store.ts';
import { findAgentOfVisit, findVisited } from './take-in-store.ts';
import { damaged, readVisitFile, type VisitFile } from './visit-file.ts';

/**
 * Imports a visit and its photos from a file, as a visit of its agent. A visit or photo that is already
 * stored is not stored again. Nothing is recorded until the whole file has been checked. An unreadable photo
 * does not prevent the other photos from being stored.
 */
export async function takeInVisit(platform: Platform, actor: Actor, bytes: Buffer) {
  const { db } = platform;
  const file = readVisitFile(bytes);
  const { visit, ...signed } = await readSignedVisit(
    db,
    await openSignedVisit(platform, file.envelope).catch(explainFile),
  );
  if (visit.visit_id !== file.visit_id) throw damaged();
  const files = await openFiles(platform, visit, file);
  const applicant = await findVisited(db, visit.applicant_id);
  const agent = applicant && (await findAgentOfVisit(db, visit, signed.device_id));
  if (!agent) throw unknownApplicant();
  rejectAnonymised(applicant.anonymised_at);

  const signer = await findSigner(db, agent.id, signed);
  const row = toNewVisit(visit, { ...signed, agentId: agent.id, ...signer });
  const { standing, heldBecause } = await db
    .transaction()
    .execute(async (trx) => {
      // Anyone with the server's public key can write a file in an agent's name, and a revoked phone may be
      // stolen. Therefore, a visit is held unless a valid phone of the agent signed it.
      const unsigned = signer.device_id === null || signer.isRevoked ? 'unknown_phone' : null;
      const recorded = await recordVisit(trx, actor, row, undefined, unsigned);
      if (!recorded.isNew) return recorded;
      await recordAudit(trx, actor, 'applicant.take_in', applicant.id, {
        after: { visit_id: visit.visit_id, agent_id: agent.id, photos: visit.photos.length },
      });
      return recorded;
    })
    .catch((error: unknown) => {
      // A 404 means that the agent of the visit never had this task.
      if (error instanceof Problem && error.status === 404) throw unknownApplicant();
      return explainTakenId(error);
    });
  const stored = await findStoredFiles(db, visit.visit_id);
  let unreadable = 0;
  for (const one of files) {
    if (stored.has(one.named.sha256)) continue;
    await storeVisitFile(platform, actor, visit.visit_id, one).catch((error: unknown) => {
      if (!(error instanceof Problem && error.status === 400)) throw error;
      // Skips a picture that can't be read, so that the pictures after it are still stored.
      unreadable += 1;
    });
  }
  const missing = unreadable > 0 ? ` ${unreadable} of ${files.length} pictures can’t be read.` : '';
  return {
    visit_id: visit.visit_id,
    state: standing === 'counted' ? ('received' as const) : ('held' as const),
    message: `Imported the visit of ${agent.name} to ${applicant.applicant_name}. ${becameOf(standing, heldBecause)}${missing}`,
  };
}

const unknownApplicant = () =>
  badRequest(
    'This server does not know the applicant of this visit, or the agent never had the task. Ask the agent which office the visit is for.',
    'unknown_applicant',
  );

const becauseOf: Record<HeldReason, string> = {
  reassigned: 'the task is no longer with its agent',
  already_visited: 'the applicant was visited already',
  applicant_deleted: 'the applicant was deleted',
  unknown_phone: 'it was not signed by a registered phone of the agent',
};

function becameOf(standing: 'counted' | 'held' | 'set_aside', because: HeldReason | null): string {
  if (standing === 'set_aside') return 'An admin has set the visit aside.';
  if (standing === 'held' && because) return `The visit is held: ${becauseOf[because]}.`;
  return 'The visit counts now.';
}

function explainFile(error: unknown): never {
  if (!(error instanceof Problem)) throw error;
  if (error.code !== 'foreign_envelope') throw damaged();
  throw badRequest(
    'This file was encrypted for another server. Import it at the server that its agent signs in to.',
    'visit_file_of_another_server',
  );
}

/**
 * Decrypts the pictures of a visit. Rejects a file that does not contain exactly the pictures that the visit
 * names.
 */
async function openFiles(platform: Platform, visit: VisitManifest, file: VisitFile) {
  const encrypted = new Map(file.photos.map(({ sha256 }, at) => [sha256, file.bytes[at]]));
  if (encrypted.size !== filesOf(visit).length) throw damaged();
  const files = [];
  const signature = visit.signature?.file;
  for (const named of [
    ...(signature ? [signature] : []),
    ...visit.photos.map((photo, position) => ({ ...photo, position })),
  ]) {
    const found = encrypted.get(named.sha256);
    if (!found) throw damaged();
    const bytes = await openEnvelope(platform, found).catch(explainFile);
    if (hash('sha256', bytes) !== named.sha256) throw damaged();
    files.push({ named, bytes });
  }
  return files;
}
