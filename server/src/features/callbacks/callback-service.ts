import { type CallbackResult, callbackTimes } from '@doorstep/contract/callbacks';
import type { Kysely } from 'kysely';
import { type Actor, recordAudit, recordAudits, serverActor } from '../../db/audit/record.ts';
import type { Db } from '../../db/connection.ts';
import { doOnce, type IdempotentRequest } from '../../db/idempotency-keys.ts';
import type { Database } from '../../db/schema.ts';
import { lockApplicantOf } from '../../domain/applicant-of-verification.ts';
import { addDenial } from '../../domain/evidence/denied-visits.ts';
import { reviewAgain } from '../../domain/review/review-again.ts';
import { isDrawn } from '../../domain/secrets/keyed-draw.ts';
import type { Platform } from '../../platform/platform.ts';
import { conflict } from '../../problems.ts';
import {
  addCall,
  claimNumber,
  isFirstLookAtMet,
  lockCallback,
  openCallback,
} from './callback-store.ts';

async function openFor(db: Db, actor: Actor, id: number, adminId: number): Promise<boolean> {
  const isNew = await openCallback(db, id, 'asked', adminId);
  if (isNew) await recordAudit(db, actor, 'verification.ask_callback', id);
  return isNew;
}

export function ask(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  adminId: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await lockApplicantOf(trx, id);
    const isNew = await openFor(trx, actor, id, adminId);
    return isNew
      ? 'The call-back was added to the list of call-backs.'
      : 'A call-back is already open.';
  });
}

/**
 * Returns the phone number for a call-back, which it opens if none is open. Claims the call-back for some
 * minutes, so that no colleague calls at the same time.
 */
export function revealNumber(
  db: Kysely<Database>,
  actor: Actor,
  id: number,
  adminId: number,
): Promise<{ mobile_number: string; until: string }> {
  return db.transaction().execute(async (trx) => {
    const { mobile_number } = await lockApplicantOf(trx, id);
    await openFor(trx, actor, id, adminId);
    const { caller } = (await lockCallback(trx, id, adminId)) ?? {};
    if (caller) throw conflict(`${caller} is calling this number now.`, 'claim_lost');
    const until = await claimNumber(trx, id, adminId);
    await recordAudit(trx, actor, 'verification.view_number', id);
    return { mobile_number, until };
  });
}

interface Called {
  id: number;
  result: CallbackResult;
  note: string;
  adminId: number;
  timeZone: string;
}

export function recordCall(
  db: Kysely<Database>,
  actor: Actor,
  called: Called,
  request?: IdempotentRequest,
): Promise<string> {
  const { id, result, adminId, timeZone } = called;
  return doOnce(db, request, async (trx) => {
    await lockApplicantOf(trx, id);
    const callback = await lockCallback(trx, id, adminId);
    if (!callback?.is_open) {
      throw conflict(
        'No call-back is open for this case. Ask for a call-back first.',
        'callback_closed',
      );
    }
    if (callback.caller) {
      throw conflict(`${callback.caller} is calling this number now.`, 'claim_lost');
    }
    const isClosed = await addCall(trx, id, called, timeZone);
    await recordAudit(trx, actor, 'verification.record_callback', id, {
      // The note is stored only with the call, because a copy in the audit could never be deleted.
      after: { result, is_closed: isClosed },
    });
    if (result === 'denies_visit') return `Recorded. ${await deny(trx, actor, id)}`;
    if (result !== 'no_answer') return 'Recorded. The call-back is closed.';
    return isClosed
      ? `Recorded. There was no answer on ${callbackTimes.noAnswerDays} days, so the call-back is closed.`
      : 'Recorded. The call-back stays open.';
  });
}

/**
 * Adds a serious finding, because the person denied the visit. Puts the agent's recent decided verifications,
 * and this one if it is decided, back on the review desk.
 */
async function deny(db: Db, actor: Actor, id: number): Promise<string> {
  const again = await reviewAgain(db, id);
  await addDenial(db, id);
  await recordAudits(
    db,
    actor,
    again.map((one) => ({
      ...{ event: 'verification.review_again' as const, subjectId: one },
      after: { denied_verification_id: id },
    })),
  );
  const cases = again.length === 1 ? '1 decided case' : `${again.length} decided cases`;
  return `${cases} of this agent must be reviewed again.`;
}

/**
 * Opens a call-back if the verification is in the random sample and the agent met a person. Runs before each
 * evidence check, but opens a call-back only before the first one, when all photos have arrived.
 */
export async function drawForCallback(
  { secret, provider: { callbackPercent } }: Pick<Platform, 'secret' | 'provider'>,
  db: Db,
  id: number,
): Promise<void> {
  if (!isDrawn(secret, 'callback', id, callbackPercent)) return;
  if (!(await isFirstLookAtMet(db, id))) return;
  if (!(await openCallback(db, id, 'sample', null))) return;
  await recordAudit(db, serverActor, 'verification.owe_callback', id);
}
