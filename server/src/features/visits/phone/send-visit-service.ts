import type { HeldReason } from '@doorstep/contract/visits/held';
import type { sendVisit, visitStates } from '@doorstep/contract/visits/phone';
import type * as z from 'zod/mini';
import type { Actor } from '../../../db/audit/record.ts';
import { recordVisit } from '../../../domain/visits/record-visit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findStoredPhotos } from '../photos/visit-photo-store.ts';
import { findSigner } from './device-service.ts';
import { explainTakenId, openSignedVisit, readSignedVisit, toNewVisit } from './signed-visit.ts';

type Sent = z.output<typeof sendVisit.body>;

export interface VisitState {
  visit_id: string;
  state: (typeof visitStates)[number];
  missing: string[];
  held_because: HeldReason | null;
}

/** Records a visit that an agent's phone sent, and answers which of its photos are still to come. */
export async function receiveVisit(
  platform: Platform,
  actor: Actor,
  agentId: number,
  sent: Sent,
): Promise<VisitState> {
  const { db } = platform;
  const plain = 'envelope' in sent ? await openSignedVisit(platform, sent.envelope) : sent;
  const { visit, ...signed } = await readSignedVisit(db, plain);
  const signer = await findSigner(db, agentId, signed);
  const { standing, heldBecause } = await db
    .transaction()
    .execute((trx) => recordVisit(trx, actor, toNewVisit(visit, { ...signed, agentId, ...signer })))
    .catch(explainTakenId);
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
