import { hash } from 'node:crypto';
import { checkFacts, tidy } from '@doorstep/contract/reports/visit-form';
import { VisitManifest } from '@doorstep/contract/visits/manifest';
import { sendVisit } from '@doorstep/contract/visits/phone';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import type * as z from 'zod/mini';
import type { Db } from '../../../db/connection.ts';
import { violatedConstraint } from '../../../db/database-errors.ts';
import { openEnvelope } from '../../../domain/secrets/server-key.ts';
import { visitIdTaken } from '../../../domain/visits/record-visit.ts';
import type { NewVisit } from '../../../domain/visits/visit-rows.ts';
import { read } from '../../../http/contract/contract-route.ts';
import { hasTooManyValues } from '../../../http/contract/too-many-values.ts';
import type { Platform } from '../../../platform/platform.ts';
import { invalid } from '../../../problems.ts';
import type { Signer } from './device-service.ts';
import { findVisitType } from './task-store.ts';

type SentVisit = Exclude<z.output<typeof sendVisit.body>, { envelope: string }>;

/** `manifest` contains the exact bytes that the phone signed. */
interface SignedVisit {
  visit: VisitManifest;
  manifest: Buffer;
  signature: Buffer | null;
  device_id: string | null;
}

export async function openSignedVisit(platform: Platform, envelope: string): Promise<SentVisit> {
  const sent = read(sendVisit.body, await readEnvelope(platform, envelope));
  if ('envelope' in sent) throw invalid({ envelope: ['An envelope must contain a visit.'] });
  return sent;
}

export async function readEnvelope(platform: Platform, envelope: string): Promise<unknown> {
  const opened = await openEnvelope(platform, Buffer.from(envelope, 'base64'));
  return readJson(Buffer.from(opened).toString('utf8'), 'envelope');
}

/** Parses a visit without checking its signature. */
export async function readSignedVisit(
  db: Db,
  { manifest, signature, device_id }: SentVisit,
): Promise<SignedVisit> {
  const visit = read(VisitManifest, readJson(manifest, 'manifest'));
  return {
    visit: dropUnaskedFacts(visit, await findVisitType(db, visit.applicant_id)),
    manifest: Buffer.from(manifest, 'utf8'),
    signature: signature === null ? null : Buffer.from(signature, 'base64'),
    device_id,
  };
}

/**
 * Drops answers that the visit's outcome doesn't ask for, and replaces characters that the database rejects.
 * The manifest still has them. Such answers are no reason to reject a visit.
 */
function dropUnaskedFacts(visit: VisitManifest, visitType: string): VisitManifest {
  const template = isResidenceVisit(visitType) ? 'residence' : 'office';
  const checked = checkFacts(template, visit.outcome, visit.facts);
  const asked = { ...checked.facts, ...checked.problems };
  const facts = Object.entries(visit.facts)
    .filter(([name]) => Object.hasOwn(asked, name))
    .map(([name, answer]) => [name, tidy(answer)]);
  const statement = Object.entries(visit.statement).map(([name, said]) => [name, tidy(said)]);
  return {
    ...visit,
    facts: Object.fromEntries(facts),
    statement: { ...visit.statement, ...Object.fromEntries(statement) },
  };
}

/**
 * Converts the database error for a taken visit id. The id belongs to another visit, or was the
 * Idempotency-Key of a submission.
 */
export function explainTakenId(error: unknown): never {
  const taken = /^(visits_pkey|verifications_idempotency)$/;
  throw taken.test(violatedConstraint(error) ?? '') ? visitIdTaken() : error;
}

function readJson(text: string, field: string): unknown {
  if (hasTooManyValues(text)) throw invalid({ [field]: [`${field} has too many values.`] });
  try {
    return JSON.parse(text);
  } catch {
    throw invalid({ [field]: [`${field} is not JSON.`] });
  }
}

/** Converts a visit to a row. `device_id` is the phone whose signature was verified, if any. */
export function toNewVisit(
  visit: VisitManifest,
  by: Omit<SignedVisit, 'visit'> & Signer & { agentId: number },
): NewVisit {
  return {
    id: visit.visit_id,
    applicant_id: visit.applicant_id,
    agent_id: by.agentId,
    device_id: by.device_id,
    signed_with: by.signed_with,
    assignment_version: visit.assignment_version,
    outcome: visit.outcome,
    is_final: visit.is_final,
    try_again_at: visit.try_again_at,
    begun_at: visit.begun_at,
    arrived_at: visit.arrived_at,
    left_at: visit.left_at,
    clock_offset_ms: visit.clock_offset_ms,
    latitude: visit.place?.latitude,
    longitude: visit.place?.longitude,
    // Rounds to the column's 32 bits, because PostgreSQL rejects a number that is too small for 32 bits.
    accuracy_m: visit.place ? Math.fround(visit.place.accuracy_m) : null,
    fixes: visit.fixes,
    facts: visit.facts,
    overall_observation: visit.overall_observation,
    statement: visit.statement,
    photos_skipped: visit.photos_skipped,
    photos_expected: visit.photos.length,
    signature: visit.signature,
    manifest: by.manifest,
    manifest_signature: by.signature,
    request_sha256: hash('sha256', by.manifest, 'buffer'),
  };
}
