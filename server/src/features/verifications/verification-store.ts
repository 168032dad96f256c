import type { EvidencePart } from '@doorstep/contract/evidence/checks';
import { sql } from 'kysely';
import { buildOnce } from '../../db/build-once.ts';
import { type Db, prepared } from '../../db/connection.ts';
import { storedClock } from '../../domain/clock/clock-rows.ts';
import { evidenceDue, evidenceState, listFindings } from '../../domain/evidence/evidence-rows.ts';
import { photosWhere } from '../../domain/photo-rows.ts';
import { findCallback, hasCallback } from '../../domain/review/callback-rows.ts';
import { disputesOf } from '../../domain/review/dispute-rows.ts';
import { openAgain } from '../../domain/review/review-again.ts';
import {
  type AskedApplication,
  verificationsOf,
} from '../../domain/verifications-of-application.ts';
import { earlierSignature, signatureOf } from '../../domain/visits/signature-rows.ts';
import {
  earlierAnswers,
  followsSendBack,
  joinedVisit,
} from '../../domain/visits/visit-of-verification.ts';
import { hasSecondLooks, listAnswered, withSendBacks } from './verification-rows.ts';

function selectSpecified(db: Db) {
  return db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .innerJoin('users as agent', 'agent.id', 'v.agent_id')
    .leftJoin('users as admin', 'admin.id', 'v.decided_by')
    .select([
      'v.id as verification_id',
      'a.application_id as applicant_ids',
      'a.applicant_name as applicant',
      'agent.name as agent',
      'v.overall_observation',
      'v.admin_decision',
      'a.portfolio_name',
      'a.visit_type',
      'v.image_count',
      'v.submitted_at',
      'v.neighbour1_name',
      'v.neighbour1_address',
      'v.neighbour1_feedback',
      'v.neighbour2_name',
      'v.neighbour2_address',
      'v.neighbour2_feedback',
      'v.remark',
      'v.verification_address',
      'v.latitude',
      'v.longitude',
      'v.decided_at',
      'v.decision_notes',
      'admin.id as admin_id',
      'admin.name as admin_name',
      'agent.id as agent_id',
      'agent.email as agent_email',
      'agent.phone_number as agent_phone',
      'a.id as applicant_id',
      'a.mobile_number',
      'a.address',
      'a.pin_code',
      'a.status',
      'a.applicant_type',
      'a.product_type',
      'a.message',
      'a.created_at',
      'a.assigned_agent_id',
    ]);
}

const selectRecords = (db: Db) =>
  selectSpecified(db)
    .select(['v.photos_expected', 'v.tries', 'v.sent_back_at', photos.as('photos')])
    .leftJoin('visits as n', 'n.id', 'v.visit_id')
    .select([joinedVisit.outcome.as('outcome'), joinedVisit.visitedAt.as('visited_at')])
    .select([joinedVisit.facts.as('facts'), signatureOf(sql`v.visit_id`).as('signature')])
    .select(followsSendBack.as('follows_send_back'));

const laterVerification = sql<number | null>`(
  select max(l.id) from verifications l where l.applicant_id = v.applicant_id and l.id > v.id)`;

const photos = photosWhere(sql`p.verification_id = v.id`);
const photoIds = sql<string[]>`array(
  select p.id::text from photos p where p.verification_id = v.id order by p.position)`;

export type ListedRecord = Awaited<ReturnType<typeof listRecords>>[number];
export type VerificationRecord = NonNullable<
  Awaited<ReturnType<typeof findLatestVerificationRecord>>
>;

const selectRecord = buildOnce((db, id: number) =>
  selectRecords(db)
    .modifyFront(prepared)
    .select([
      hasCallback.as('has_callback'),
      openAgain.as('review_again'),
      disputesOf.as('disputes'),
    ])
    .select([evidenceState.as('evidence_state'), evidenceDue.as('evidence_due')])
    .select(laterVerification.as('later_verification_id'))
    .select(storedClock.as('clock'))
    .select(['v.second_look', hasSecondLooks.as('has_second_looks')])
    // Leaves out the checked parts once the photos are deleted, because the evidence can't be seen any
    // more.
    .select(
      sql<EvidencePart[] | null>`case when v.photos_expired_at is null then v.checked_parts end`.as(
        'checked_parts',
      ),
    )
    .where('v.id', '=', id),
);

export async function findVerificationRecord(db: Db, id: number) {
  const [found] = await complete(db, await selectRecord(db, id));
  if (!found) return undefined;
  const { evidence_state: state, has_callback: isOwed, ...record } = found;
  const findings = state?.has_findings ? await listFindings(db, id) : [];
  const callback = isOwed ? ((await findCallback(db, id)) ?? null) : null;
  return { ...record, callback, evidence: state && { checked_at: state.checked_at, findings } };
}

export const selectListed = (db: Db) =>
  selectSpecified(db).select(photoIds.as('photo_ids')).orderBy('v.id', 'desc');

export const listRecords = buildOnce((db, ids: number[]) =>
  selectListed(db).modifyFront(prepared).where('v.id', '=', sql<number>`any(${ids}::bigint[])`),
);

export async function findLatestVerificationRecord(db: Db, asked: AskedApplication) {
  const latest = db
    .selectFrom(verificationsOf(db, asked).as('of_application'))
    .select((eb) => eb.fn.max('id').as('id'));
  const found = await selectRecords(db).where('v.id', '=', latest).execute();
  return (await complete(db, found))[0];
}

/**
 * Adds the fields that depend on send-backs. Separate statements read these fields, because planning them in
 * the main statement would take longer than reading most verifications.
 */
async function complete<
  Row extends Pick<
    Awaited<ReturnType<typeof selectRecord>>[number],
    'verification_id' | 'sent_back_at' | 'follows_send_back' | 'signature'
  >,
>(db: Db, rows: Row[]) {
  const ids = rows.filter((row) => row.follows_send_back).map((row) => row.verification_id);
  const earlier = ids.length === 0 ? [] : await listEarlierAnswers(db, ids);
  const answered = ids.length === 0 ? [] : await listAnswered(db, ids);
  const byId = new Map(earlier.map(({ id, ...found }) => [id, found]));
  const sentBackOf = new Map(answered.map(({ id, ...sentBack }) => [id, sentBack]));
  return (await withSendBacks(db, rows)).map((row) => ({
    ...row,
    earlier_answers: byId.get(row.verification_id)?.earlier_answers ?? {},
    signature: row.signature ?? byId.get(row.verification_id)?.earlier_signature ?? null,
    answers: sentBackOf.get(row.verification_id) ?? null,
  }));
}

const listEarlierAnswers = (db: Db, ids: number[]) =>
  db
    .selectFrom('verifications as v')
    .select(['v.id', earlierAnswers.as('earlier_answers')])
    .select(earlierSignature.as('earlier_signature'))
    .where('v.id', 'in', ids)
    .execute();
