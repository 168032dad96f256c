import type { OwnVisit } from '@doorstep/contract/visits/own-visit';
import type { Platform } from '../../../platform/platform.ts';
import { orNotFound } from '../../../problems.ts';
import { describeVisit } from '../office/describe-visit.ts';
import { findOwnVisit } from '../office/visit-list-store.ts';
import { findReceipts } from './receipt-store.ts';

/** Describes the visit as for the office. The response schema removes the fields that agents must not see. */
export async function readOwnVisit(
  { db, secret }: Platform,
  agentId: number,
  id: string,
): Promise<OwnVisit> {
  const found = orNotFound(await findOwnVisit(db, agentId, id.toLowerCase()), 'Visit');
  const [receipt] = await findReceipts(db, agentId, [found.id]);
  const { photos, ...visit } = describeVisit(found, secret);
  return {
    ...visit,
    visit_id: found.id,
    state: receipt?.state ?? 'unknown',
    name: found.applicant,
    address: found.address,
    pin_code: found.pin_code,
    photos: photos.map(({ shows = '', captured_at = null, ...photo }) => ({
      ...photo,
      shows,
      captured_at,
    })),
  };
}
