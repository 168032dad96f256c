import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { EvidencePart } from '@doorstep/contract/evidence/checks';
import type { Decision } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import { type Actor, auditRow, insertAudit } from '../../db/audit/record.ts';
import { buildOnce } from '../../db/build-once.ts';
import { type Db, prepared } from '../../db/connection.ts';
import { isoUtc } from '../../db/moments.ts';
import { storedClock } from '../../domain/clock/clock-rows.ts';
import {
  checkedParts,
  evidenceDue,
  evidenceState,
  listFindings,
} from '../../domain/evidence-rows.ts';
import { photosWhere } from '../../domain/photo-rows.ts';
import { type AskedApplication, verificationsOf } from '../../domain/verifications-of.ts';
import {
  earlierAnswers,
  facts,
  followsSendBack,
  outcome,
  visitedAt,
} from '../../domain/visits/visit-of-verification.ts';
import { listAnswered, withSendBacks } from './verification-rows.ts';

/** Verifications as the specification has them, with their applications, agents and the admins who decided. */
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

/** The same with our own additions. */
const selectRecords = (db: Db) =>
  selectSpecified(db)
    .select(['v.photos_expected', 'v.tries', 'v.sent_back_at', photos.as('photos')])
    .select([outcome.as('outcome'), visitedAt.as('visited_at'), facts.as('facts')])
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
    .select([evidenceState.as('evidence_state'), evidenceDue.as('evidence_due')])
    .select(laterVerification.as('later_verification_id'))
    .select(storedClock.as('clock'))
    // Once its photos are deleted nobody can say any more what they carried.
    .select(
      sql<
        EvidencePart[] | null
      >`case when v.photos_expired_at is null then ${checkedParts()} end`.as('checked_parts'),
    )
    .where('v.id', '=', id),
);

/** One verification, with what the checks say of it. */
export async function findVerificationRecord(db: Db, id: number) {
  const [found] = await complete(db, await selectRecord(db, id));
  if (!found) return undefined;
  const { evidence_state: state, ...record } = found;
  const findings = state?.has_findings ? await listFindings(db, id) : [];
  return { ...record, evidence: state && { checked_at: state.checked_at, findings } };
}

/** Whole verifications as the list holds them. */
export const selectListed = (db: Db) =>
  selectSpecified(db).select(photoIds.as('photo_ids')).orderBy('v.id', 'desc');

/** The verifications of these ids, newest first. */
export const listRecords = buildOnce((db, ids: number[]) =>
  selectListed(db).modifyFront(prepared).where('v.id', '=', sql<number>`any(${ids}::bigint[])`),
);

/** The latest verification of an application. */
export async function findLatestVerificationRecord(db: Db, asked: AskedApplication) {
  const latest = db
    .selectFrom(verificationsOf(db, asked).as('of_application'))
    .select((eb) => eb.fn.max('id').as('id'));
  const found = await selectRecords(db).where('v.id', '=', latest).execute();
  return (await complete(db, found))[0];
}

/** Adds what only cases have that were sent back, in statements of their own: planning those costs more than reading most cases. */
async function complete<
  Row extends { verification_id: number; sent_back_at: string | null; follows_send_back: boolean },
>(db: Db, rows: Row[]) {
  const ids = rows.filter((row) => row.follows_send_back).map((row) => row.verification_id);
  const earlier = ids.length === 0 ? [] : await listEarlierAnswers(db, ids);
  const answered = ids.length === 0 ? [] : await listAnswered(db, ids);
  const byId = new Map(earlier.map(({ id, earlier_answers }) => [id, earlier_answers]));
  const sentBackOf = new Map(answered.map(({ id, ...sentBack }) => [id, sentBack]));
  return (await withSendBacks(db, rows)).map((row) => ({
    ...row,
    earlier_answers: byId.get(row.verification_id) ?? {},
    answers: sentBackOf.get(row.verification_id) ?? null,
  }));
}

const listEarlierAnswers = (db: Db, ids: number[]) =>
  db
    .selectFrom('verifications as v')
    .select(['v.id', earlierAnswers.as('earlier_answers')])
    .where('v.id', 'in', ids)
    .execute();

/**
 * A verification's decision, with its applicant, both locked against every other change until the transaction
 * ends: the applicant first, as where a visit is recorded, which counts the tries of its verifications.
 */
export const lockVerification = async (db: Db, id: number) => (await lockRows(db, id))[0];

const lockRows = buildOnce((db, id: number) =>
  db
    .selectFrom('verifications as v')
    .innerJoin('applicants as a', 'a.id', 'v.applicant_id')
    .modifyFront(prepared)
    .select([
      'v.id',
      'v.submitted_at',
      'v.admin_decision',
      'v.decided_by',
      'v.decided_at',
      'v.decision_notes',
      'v.sent_back_at',
    ])
    .select(
      sql<{
        id: number;
        applicant_name: string;
        status: ApplicantStatus;
      }>`json_build_object('id', a.id, 'applicant_name', a.applicant_name, 'status', a.status)`.as(
        'applicant',
      ),
    )
    .where('v.id', '=', id)
    .forUpdate(['a', 'v']),
);

interface NewDecision {
  decision: Decision;
  notes: string;
  adminId: number;
}

/**
 * Decides a locked verification, closes its applicant, and records both in the audit: in one statement, after the lock.
 * Returns the name of the admin whose decision it replaces.
 */
export async function setDecision(
  db: Db,
  actor: Actor,
  locked: NonNullable<Awaited<ReturnType<typeof lockVerification>>>,
  { decision, notes, adminId }: NewDecision,
): Promise<string | null> {
  const { id, applicant, admin_decision, decided_by, decided_at } = locked;
  const decided = auditRow(actor, {
    ...{ action: 'decide', subject: 'verification', subjectId: id },
    before: { admin_decision, decided_by, decided_at },
    after: sql`jsonb_build_object('admin_decision', admin_decision, 'decided_by', decided_by,
      'decided_at', ${isoUtc(sql`decided_at`)})`,
  });
  const moved = auditRow(actor, {
    ...{ action: 'decide', subject: 'applicant', subjectId: applicant.id },
    before: { status: applicant.status },
    after: sql`jsonb_build_object('status', status)`,
  });
  // The decision is the verification's own and always stands. The applicant follows only while this visit is the one that
  // counts: a newer verification waits for its own decision, and a reassigned applicant waits for its visit.
  const { rows } = await sql<{ replaced: string | null }>`
    ${prepared} with decided as (
      update verifications set admin_decision = ${decision}, decision_notes = ${notes}, replaced_notes = decision_notes,
        decided_by = ${adminId}, decided_at = now()
      where id = ${id} returning admin_decision, decided_by, decided_at
    ), moved as (
      update applicants set status = 'submitted', updated_at = now()
      where id = ${applicant.id} and status = 'visited'
        and ${id} = (select max(id) from verifications where applicant_id = ${applicant.id})
      returning status
    ), recorded as (
      ${insertAudit} ${decided} from decided union all ${moved} from moved
    ) select (select name from users where id = ${decided_by}) as replaced`.execute(db);
  return rows[0]?.replaced ?? null;
}
