import { createHash } from 'node:crypto';
import { VisitManifest } from '@doorstep/contract/visits/manifest';
import { sendVisit, type visitStates } from '@doorstep/contract/visits/phone';
import type * as z from 'zod/mini';
import type { Actor } from '../../../db/audit/record.ts';
import { violatedConstraint } from '../../../db/violations.ts';
import { recordVisit, visitIdTaken } from '../../../domain/visits/record-visit.ts';
import type { NewVisit } from '../../../domain/visits/visit-rows.ts';
import { read } from '../../../http/contract/contract-route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../problems.ts';
import { findStoredPhotos } from '../photos/visit-photo-store.ts';
import { findSigner } from './device-service.ts';
import { openEnvelope } from './server-key-store.ts';

type Sent = z.output<typeof sendVisit.body>;
type Letter = Exclude<Sent, { envelope: string }>;

export interface VisitState {
  visit_id: string;
  state: (typeof visitStates)[number];
  missing: string[];
  held_because: 'reassigned' | 'already_visited' | 'applicant_deleted' | null;
}

/** Records a visit that an agent's phone sent, and answers which of its photos are still to come. */
export async function receiveVisit(
  platform: Platform,
  actor: Actor,
  agentId: number,
  sent: Sent,
): Promise<VisitState> {
  const { db } = platform;
  const letter = 'envelope' in sent ? await openLetter(platform, sent.envelope) : sent;
  const manifest = Buffer.from(letter.manifest, 'utf8');
  const signature = letter.signature === null ? null : Buffer.from(letter.signature, 'base64');
  const visit = read(VisitManifest, readJson(letter.manifest, 'manifest'));
  const device_id = await findSigner(db, agentId, {
    ...{ manifest, signature, device_id: letter.device_id },
  });
  const { standing, heldBecause } = await db
    .transaction()
    .execute((trx) =>
      recordVisit(trx, actor, toNewVisit(visit, { agentId, device_id, manifest, signature })),
    )
    .catch((error: unknown) => {
      // Two visits of different applicants under one id at once, or an id that was the key of a submission.
      const taken = /^(visits_pkey|verifications_idempotency)$/;
      throw taken.test(violatedConstraint(error) ?? '') ? visitIdTaken() : error;
    });
  const stored = await findStoredPhotos(db, visit.visit_id);
  const missing = visit.photos.map(({ sha256 }) => sha256).filter((sum) => !stored.has(sum));
  const settled = missing.length > 0 ? 'waiting_photos' : 'received';
  return {
    visit_id: visit.visit_id,
    state: standing === 'counted' ? settled : 'held',
    missing,
    held_because: heldBecause,
  };
}

async function openLetter(platform: Platform, envelope: string): Promise<Letter> {
  const opened = await openEnvelope(platform, Buffer.from(envelope, 'base64'));
  const letter = read(sendVisit.body, readJson(Buffer.from(opened).toString('utf8'), 'envelope'));
  if ('envelope' in letter) throw invalid({ envelope: ['An envelope holds a visit.'] });
  return letter;
}

function readJson(text: string, field: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ [field]: [`${field} is not JSON.`] });
  }
}

function toNewVisit(
  visit: VisitManifest,
  by: { agentId: number; device_id: string | null; manifest: Buffer; signature: Buffer | null },
): NewVisit {
  return {
    id: visit.visit_id,
    applicant_id: visit.applicant_id,
    agent_id: by.agentId,
    device_id: by.device_id,
    assignment_version: visit.assignment_version,
    outcome: visit.outcome,
    is_final: visit.is_final,
    try_again_at: visit.try_again_at,
    arrived_at: visit.arrived_at,
    left_at: visit.left_at,
    clock_offset_ms: visit.clock_offset_ms,
    latitude: visit.place?.latitude ?? null,
    longitude: visit.place?.longitude ?? null,
    accuracy_m: visit.place?.accuracy_m ?? null,
    fixes: visit.fixes,
    facts: visit.facts,
    overall_observation: visit.overall_observation,
    findings: visit.findings,
    photos_skipped: visit.photos_skipped,
    photos_expected: visit.photos.length,
    manifest: by.manifest,
    manifest_signature: by.signature,
    request_sha256: createHash('sha256').update(by.manifest).digest(),
  };
}
