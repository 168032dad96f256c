import type { Decision, ListedVerification, Verification } from '@doorstep/contract/verifications';
import type { Kysely } from 'kysely';
import type { Actor } from '../../db/audit/record.ts';
import { doOnce, type IdempotentRequest } from '../../db/idempotency-keys.ts';
import type { Database } from '../../db/schema.ts';
import { withClocks } from '../../domain/clock/clock-rows.ts';
import { findHolder, finishCase } from '../../domain/review-claims.ts';
import type { AskedApplication } from '../../domain/verifications-of.ts';
import type { Platform } from '../../platform/platform.ts';
import { conflict, notFound, refuseOutdated } from '../../problems.ts';
import { describeListed, describeVerification } from './describe-verification.ts';
import { type ListQuery, listVerificationPage, listWholePage } from './verification-list-store.ts';
import {
  findLatestVerificationRecord,
  findVerificationRecord,
  type ListedRecord,
  listRecords,
  lockVerification,
  setDecision,
} from './verification-store.ts';

export async function openVerification(platform: Platform, id: number): Promise<Verification> {
  const { db, provider } = platform;
  const record = await findVerificationRecord(db, id);
  const [timed] = await withClocks(db, record ? [{ clock: record.clock }] : [], provider.timeZone);
  return { ...describe(platform, record), ...timed };
}

export async function openLatestVerification(
  platform: Platform,
  asked: AskedApplication,
): Promise<Verification> {
  return describe(platform, await findLatestVerificationRecord(platform.db, asked));
}

/** A page of the list, of verifications with all that the specification has of them. */
export async function openVerifications(
  { db, secret, provider }: Platform,
  query: ListQuery,
): Promise<{ results: ListedVerification[]; count: number; isMinimum?: boolean }> {
  const whole = await listWholePage(db, query);
  if (whole) return { results: described(whole.rows, secret), count: whole.count };
  const { rows, ...counted } = await listVerificationPage(db, query, provider.timeZone);
  const ids = rows.map(({ verification_id }) => verification_id);
  const records = ids.length ? await listRecords(db, ids) : [];
  const inOrder = records.toSorted(
    (a, b) => ids.indexOf(a.verification_id) - ids.indexOf(b.verification_id),
  );
  return { results: described(inOrder, secret), ...counted };
}

const described = (records: ListedRecord[], secret: Uint8Array) =>
  records.map((record) => describeListed(record, secret));

function describe(
  { secret }: Platform,
  record: Parameters<typeof describeVerification>[0] | undefined,
) {
  if (!record) throw notFound('Verification');
  return describeVerification(record, secret);
}

interface Wanted {
  id: number;
  decision: Decision;
  /** The admin's notes on the decision; a new decision without notes has none. */
  notes?: string | undefined;
  adminId: number;
  /** The verification's `updated_at` when the admin read it. */
  seen?: string | undefined;
  /** From the review desk: rejected where a colleague has the case now. */
  isClaimed?: boolean | undefined;
}

/** Sets an admin's decision, replacing any earlier one; returns the message for the admin. */
export function decide(
  db: Kysely<Database>,
  actor: Actor,
  { id, decision, notes, adminId, seen, isClaimed = false }: Wanted,
  request?: IdempotentRequest,
): Promise<string> {
  return doOnce(db, request, async (trx) => {
    const verification = await lockVerification(trx, id);
    if (!verification) throw notFound('Verification');
    const { applicant, admin_decision, decided_by, decided_at } = verification;
    const updated = `Decision updated to ${decision}.`;
    // The app repeats a request whose answer was lost: the same decision by the same admin is no change.
    const isSameNote = notes === undefined || notes === verification.decision_notes;
    if (admin_decision === decision && decided_by === adminId && isSameNote) return updated;

    if (isClaimed) {
      if (verification.sent_back_at) throw conflict('This case was sent back.', 'claim_lost');
      const holder = await findHolder(trx, id, adminId);
      if (holder) throw conflict(`${holder} has this case now.`, 'claim_lost');
    }
    refuseOutdated(seen, decided_at ?? verification.submitted_at, applicant.applicant_name);

    const made = { decision, notes: notes ?? '', adminId };
    const replaced = await setDecision(trx, actor, verification, made);
    if (isClaimed) await finishCase(trx, id, adminId, decision);
    if (decided_by === null || decided_by === adminId) return updated;
    return `${updated} It replaces the ${admin_decision} decision of ${replaced}.`;
  });
}
