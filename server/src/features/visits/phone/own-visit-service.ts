import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import type { OwnVisit } from '@doorstep/contract/visits/own-visit';
import { recordedOutcome } from '../../../domain/visits/visit-rows.ts';
import type { Platform } from '../../../platform/platform.ts';
import { orNotFound } from '../../../problems.ts';
import { describePhoto, describeSignature } from '../../../storage/photos/describe-photo.ts';
import { findOwnVisit } from './own-visit-store.ts';
import { findReceipts } from './receipt-store.ts';

export async function readOwnVisit(
  { db, secret }: Platform,
  agentId: number,
  id: string,
): Promise<OwnVisit> {
  const found = orNotFound(await findOwnVisit(db, agentId, id.toLowerCase()), 'Visit');
  const [receipt] = await findReceipts(db, agentId, [found.visit_id]);
  const { statement: said, photos, ...visit } = found;
  const { overall_observation = null, ...statement } = said;
  const now = new Date();
  return {
    ...visit,
    state: receipt?.state ?? 'unknown',
    outcome: recordedOutcome(visit),
    overall_observation,
    statement: { ...nothingFound, ...statement },
    signature: describeSignature(visit.signature, secret, now),
    photos: photos.map((photo) => {
      const {
        sha256,
        shows = '',
        captured_at = null,
        url,
        thumbnail_url,
      } = describePhoto(photo, secret, now);
      return { sha256, shows, captured_at, url, thumbnail_url };
    }),
  };
}
