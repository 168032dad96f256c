import type { Decision } from '@doorstep/contract/verifications';
import { type Actor, recordAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';
import { doOnce, type IdempotentRequest } from '../../../db/idempotency-keys.ts';
import { finishAgain } from '../../../domain/review/review-again.ts';
import { findHolder, finishClaim } from '../../../domain/review/review-claims.ts';
import { isDrawn } from '../../../domain/secrets/keyed-draw.ts';
import type { Platform } from '../../../platform/platform.ts';
import { conflict, orNotFound, rejectOutdated } from '../../../problems.ts';
import { type LockedVerification, lockVerification, setDecision } from './decision-store.ts';
import { isSameAgain, keepDecision } from './keep-decision.ts';
import { messages, owedLook, roleOf } from './plan-second-look.ts';
import {
  addDecision,
  canDecide,
  endLook,
  findLook,
  insertLook,
  type OwedLook,
  readCircumstances,
  type StoredLook,
} from './second-look-store.ts';

export type DecisionPlatform = Pick<Platform, 'db' | 'secret'> & {
  provider: Pick<Platform['provider'], 'secondLooks'>;
};

export interface Wanted {
  id: number;
  decision: Decision;
  /** A new decision without notes clears the stored notes. */
  notes?: string | undefined;
  adminId: number;
  /** The verification's `updated_at` when the admin read the verification. */
  seen?: string | undefined;
  /**
   * Whether the decision comes from the review desk. Such a decision is rejected if a colleague has claimed
   * the verification.
   */
  isClaimed?: boolean | undefined;
  /** Whether the admin requests a second look. */
  asks?: boolean;
}

/**
 * Records an admin's decision: a first decision, a second look, or the decision that settles a
 * difference. Returns the message for the admin.
 */
export function decide(
  platform: DecisionPlatform,
  actor: Actor,
  wanted: Wanted,
  request?: IdempotentRequest,
): Promise<string> {
  const { id, adminId, decision, isClaimed = false, asks = false } = wanted;
  return doOnce(platform.db, request, async (trx) => {
    const verification = orNotFound(await lockVerification(trx, id), 'Verification');
    const look = verification.second_look === null ? undefined : await findLook(trx, id);
    const role = roleOf(look, adminId);
    const isSame = !asks && role === 'first' && isSameAgain(verification, wanted);
    const owesLook = isSame && (await owesConfirmation(trx, platform, verification, look, adminId));
    const isKept = isSame && !owesLook;
    const { countsAlone } = platform.provider.secondLooks;
    const isMine = look !== undefined && (await canDecide(trx, id, adminId, countsAlone));
    const isNew = isKept || isMine || (owesLook && verification.again?.done_by === null);
    const repeated = isNew ? undefined : findRepeated(verification, look, wanted, role);
    if (repeated) return repeated;

    if (isClaimed) {
      if (verification.sent_back_at) throw conflict('This case was sent back.', 'claim_lost');
      const holder = await findHolder(trx, id, adminId);
      if (holder) throw conflict(`${holder} has this case now.`, 'claim_lost');
    }
    if (asks && !verification.has_second_looks) {
      throw conflict('This lender has no second looks.', 'second_looks_off');
    }
    if (asks && role !== 'first')
      throw conflict('This verification already waits for a second look.', 'owed_already');
    const { applicant, decided_at, submitted_at } = verification;
    rejectOutdated(wanted.seen, decided_at ?? submitted_at, applicant.applicant_name);

    if (isKept) return keepDecision(trx, actor, verification, adminId);
    if (role === 'settled' && !isMine) {
      throw conflict('Two reviewers decided differently. A super admin must decide.', 'differs');
    }
    const given = { platform, actor, verification, wanted, notes: wanted.notes ?? '' };
    const message =
      look && role !== 'first'
        ? await (role === 'second' ? giveSecondLook : settle)(trx, look, given)
        : await decideFirst(trx, look, given);
    if (isClaimed) await finishClaim(trx, id, adminId, decision);
    if (verification.again) await finishAgain(trx, id, adminId);
    return message;
  });
}

/**
 * Whether a repeated positive decision needs a second look because of a serious finding. The finding, such as
 * a denied visit, may be newer than the first decision.
 */
async function owesConfirmation(
  trx: Db,
  { provider: { secondLooks } }: DecisionPlatform,
  { id, agent_id, admin_decision, was_serious, has_second_looks }: LockedVerification,
  look: StoredLook | undefined,
  adminId: number,
): Promise<boolean> {
  const isOver = look !== undefined && look.state !== 'owed';
  if (admin_decision !== 'positive' || !was_serious || !has_second_looks || isOver) return false;
  const { has_others } = await readCircumstances(trx, { id, agentId: agent_id, adminId });
  return has_others || !secondLooks.countsAlone;
}

/**
 * Returns the message for a repeated request, because the app retries a request whose response was lost.
 * Returns undefined for a new request.
 */
function findRepeated(
  { admin_decision, decided_by, decision_notes }: LockedVerification,
  look: StoredLook | undefined,
  { decision, notes, adminId, asks = false }: Wanted,
  role: ReturnType<typeof roleOf>,
): string | undefined {
  const isSameNote = (stored: string) => notes === undefined || notes === stored;
  const isOwn = look?.state === 'owed' && look.first_by === adminId;
  if (isOwn && (look.delays || asks)) {
    const isSame = look.first_decision === decision && isSameNote(look.first_notes);
    if (!isSame || (asks && !look.delays && look.because !== 'asked')) return undefined;
    if (!look.delays) return messages.updated(decision);
    return admin_decision === decision ? messages.stays : messages.waits;
  }
  if (asks) return undefined;
  const isSecond = look?.second_by === adminId && look.state !== 'settled';
  if (isSecond && look.second_decision === decision && isSameNote(look.second_notes)) {
    return look.state === 'agreed' ? messages.confirmed(decision) : messages.differs;
  }
  const isSame = role === 'first' && admin_decision === decision && decided_by === adminId;
  return isSame && isSameNote(decision_notes) ? messages.updated(decision) : undefined;
}

interface Given {
  platform: DecisionPlatform;
  actor: Actor;
  verification: LockedVerification;
  wanted: Wanted;
  notes: string;
}

async function decideFirst(
  trx: Db,
  look: StoredLook | undefined,
  { platform, actor, verification, wanted: { id, decision, adminId, asks }, notes }: Given,
): Promise<string> {
  const { admin_decision, decided_by } = verification;
  const made = { decision, notes, adminId };
  // If the second look at this decision is complete, repeating the decision requires no further second look.
  const isConfirmed = look && look.state !== 'owed' && admin_decision === decision && !asks;
  const { owed, isAlone } = isConfirmed
    ? { owed: undefined, isAlone: false }
    : await findOwed(trx, platform, verification, { decision, adminId, asks: asks === true });
  if (look && !isConfirmed) await endLook(trx, id);
  if (owed && !isAlone) {
    await insertLook(trx, id, owed, { by: adminId, decision, notes });
    // Ends the admin's claim, even if the decision was not made on the desk, because another reviewer must
    // now get the verification.
    await finishClaim(trx, id, adminId, decision);
  }
  if (owed?.delays && !isAlone) {
    await recordAudit(trx, actor, 'verification.first_look', id, {
      after: { decision, because: owed.because },
    });
    return admin_decision === decision ? messages.stays : messages.waits;
  }
  const replaced = await setDecision(trx, actor, verification, made);
  const isToldAlone = isAlone && (owed?.delays || asks);
  const message = isToldAlone ? messages.alone(decision) : messages.updated(decision);
  if (decided_by === null || decided_by === adminId) return message;
  return `${message} It replaces the ${admin_decision} decision of ${replaced}.`;
}

async function findOwed(
  trx: Db,
  { secret, provider: { secondLooks } }: DecisionPlatform,
  { id, agent_id, was_serious, has_second_looks }: LockedVerification,
  { decision, adminId, asks }: { decision: Decision; adminId: number; asks: boolean },
): Promise<{ owed: OwedLook | undefined; isAlone: boolean }> {
  if (!has_second_looks) return { owed: undefined, isAlone: false };
  const found = await readCircumstances(trx, { id, agentId: agent_id, adminId });
  const percent = secondLooks.drawn[decision];
  const owed = owedLook({
    ...{ decision, asks, wasSerious: was_serious, isNewAgent: found.is_new_agent },
    drawnPercent: isDrawn(secret, 'second look', id, percent) ? percent : null,
  });
  return { owed, isAlone: secondLooks.countsAlone && !found.has_others };
}

async function giveSecondLook(
  trx: Db,
  look: StoredLook,
  { actor, verification, wanted: { id, decision, adminId }, notes }: Given,
): Promise<string> {
  await addDecision(trx, look.id, 'second', { by: adminId, decision, notes });
  const agrees = decision === look.first_decision;
  // In a repeated review, the same decision may already count. It then keeps its admin and time.
  if (agrees && look.delays && verification.admin_decision !== decision) {
    const { first_by, first_decision, first_notes } = look;
    const counted = { decision: first_decision, notes: first_notes, adminId: first_by };
    await setDecision(trx, actor, verification, counted, 'confirm');
  } else {
    await recordAudit(trx, actor, agrees ? 'verification.confirm' : 'verification.differ', id, {
      after: { decision },
    });
  }
  return agrees ? messages.confirmed(decision) : messages.differs;
}

async function settle(
  trx: Db,
  look: StoredLook,
  { actor, verification, wanted: { decision, adminId }, notes }: Given,
): Promise<string> {
  await addDecision(trx, look.id, 'settled', { by: adminId, decision, notes });
  await setDecision(trx, actor, verification, { decision, notes, adminId }, 'settle');
  return messages.updated(decision);
}
