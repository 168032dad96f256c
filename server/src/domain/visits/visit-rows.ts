import type { HeldReason } from '@doorstep/contract/visits/held';
import type { ManifestPhoto, VisitManifest } from '@doorstep/contract/visits/manifest';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { ManifestSignature } from '@doorstep/contract/visits/signature';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

type Known = 'applicant_id' | 'is_final' | 'overall_observation' | 'statement';
type Other = 'visit_id' | 'app_version' | 'place' | 'place_reason' | 'photos';

/** A new visit. The optional values are missing if it was sent in one request, without a phone's manifest. */
export interface NewVisit
  extends Pick<VisitManifest, Known>,
    Partial<Omit<VisitManifest, Known | Other>> {
  id: string;
  agent_id: number;
  device_id?: string | null;
  /** The id of the phone whose key matches the manifest's signature, even if it is a colleague's phone. */
  signed_with?: string | null;
  latitude?: number | null;
  longitude?: number | null;
  accuracy_m?: number | null;
  photos_expected: number;
  /** The bytes that the phone signed. */
  manifest?: Buffer;
  manifest_signature?: Buffer | null;
  request_sha256: Buffer;
}

const readManifest = (manifest: Buffer) => JSON.parse(manifest.toString('utf8')) as VisitManifest;

/**
 * Returns null for a visit without a time of arrival, because no phone recorded its outcome. Its column
 * `outcome` then has the default `met`.
 */
export const recordedOutcome = ({
  outcome,
  arrived_at,
}: {
  outcome: VisitOutcome;
  arrived_at: string | null;
}) => (arrived_at === null ? null : outcome);

export function photosNamed(manifest: Buffer | null): ManifestPhoto[] {
  return manifest === null ? [] : readManifest(manifest).photos;
}

export function signatureIn(manifest: Buffer | null): ManifestSignature | undefined {
  return manifest === null ? undefined : readManifest(manifest).signature;
}

export function placeReasonIn(manifest: Buffer | null): string {
  return manifest === null ? '' : (readManifest(manifest).place_reason ?? '').trim();
}

export function findVisit(db: Db, id: string) {
  return db
    .selectFrom('visits')
    .leftJoin('verifications', 'verifications.visit_id', 'visits.id')
    .select([
      'visits.agent_id',
      'visits.request_sha256',
      'visits.standing',
      'visits.held_because',
      'verifications.id as verification_id',
    ])
    .where('visits.id', '=', id)
    .executeTakeFirst();
}

export async function addVisit(
  db: Db,
  visit: NewVisit,
  heldBecause: HeldReason | null,
  isComplete: boolean,
): Promise<void> {
  const { overall_observation, signature, ...row } = visit;
  await db
    .insertInto('visits')
    .values({
      ...row,
      outcome: visit.outcome ?? 'met',
      fixes: visit.fixes && JSON.stringify(visit.fixes),
      facts: visit.facts && JSON.stringify(visit.facts),
      statement: JSON.stringify({ ...visit.statement, overall_observation }),
      photos_skipped: visit.photos_skipped && JSON.stringify(visit.photos_skipped),
      standing: heldBecause ? 'held' : 'counted',
      held_because: heldBecause,
      // Uses the current time, not the start of the transaction. The transaction may have waited for the
      // change that makes this a held visit, and that change must not have the later time.
      received_at: sql<string>`clock_timestamp()`,
      completed_at: isComplete ? sql<string>`clock_timestamp()` : null,
    })
    .execute();
  if (!signature) return;
  const { answer, at, words, file } = signature;
  await db
    .insertInto('signatures')
    .values({
      ...{ visit_id: visit.id, answer, answered_at: at, words },
      sha256: file && Buffer.from(file.sha256, 'hex'),
    })
    .execute();
}
