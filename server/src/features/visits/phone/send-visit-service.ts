import type { HeldReason } from '@doorstep/contract/visits/held';
import { filesOf } from '@doorstep/contract/visits/manifest';
import type { sendVisit, visitStates } from '@doorstep/contract/visits/phone';
import type * as z from 'zod/mini';
import type { Actor } from '../../../db/audit/record.ts';
import { recordVisit } from '../../../domain/visits/record-visit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findStoredFiles } from '../photos/visit-photo-store.ts';
import { findSigner } from './device-service.ts';
import { explainTakenId, openSignedVisit, readSignedVisit, toNewVisit } from './signed-visit.ts';

type Sent = z.output<typeof sendVisit.body>;

export interface VisitState {
  visit_id: string;
  state: (typeof visitStates)[number];
  missing: string[];
  held_because: HeldReason | null;
}

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
  const stored = await findStoredFiles(db, visit.visit_id);
  const missing = filesOf(visit).filter((sum) => !stored.has(sum));
  const settled = missing.length > 0 ? 'waiting_photos' : 'received';
  return {
    visit_id: visit.visit_id,
    state: standing === 'counted' ? settled : 'held',
    missing,
    held_because: heldBecause,
  };
}
