import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import type { Decision } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import { type Actor, auditRow, insertAudit } from '../../../db/audit/record.ts';
import { buildOnce } from '../../../db/build-once.ts';
import { type Db, prepared } from '../../../db/connection.ts';
import { isoUtc } from '../../../db/moments.ts';
import { reviewedAgain } from '../../../domain/review/review-again.ts';
import { hasSecondLooks } from '../verification-rows.ts';

/**
 * Locks a verification and its applicant against every other change until the transaction ends. Locks the
 * applicant first. Recording a visit uses the same order, because the opposite order could cause a deadlock.
 */
export const lockVerification = async (db: Db, id: number) => (await lockRows(db, id))[0];

export type LockedVerification = NonNullable<Awaited<ReturnType<typeof lockVerification>>>;

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
      'v.agent_id',
      'v.was_serious',
      'v.second_look',
    ])
    .select(reviewedAgain.as('again'))
    .select(hasSecondLooks.as('has_second_looks'))
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
 * Stores the decision, the applicant's status and both audit rows in one SQL statement. Returns the name of
 * the admin whose decision was replaced.
 */
export async function setDecision(
  db: Db,
  actor: Actor,
  locked: LockedVerification,
  { decision, notes, adminId }: NewDecision,
  action: 'decide' | 'confirm' | 'settle' = 'decide',
): Promise<string | null> {
  const { id, applicant, admin_decision, decided_by, decided_at } = locked;
  const decided = auditRow(actor, {
    ...{ event: `verification.${action}`, subjectId: id },
    before: { admin_decision, decided_by, decided_at },
    after: sql`jsonb_build_object('admin_decision', admin_decision, 'decided_by', decided_by,
      'decided_at', ${isoUtc(sql`decided_at`)})`,
  });
  const moved = auditRow(actor, {
    ...{ event: 'applicant.decide', subjectId: applicant.id },
    before: { status: applicant.status },
    after: sql`jsonb_build_object('status', status)`,
  });
  // The applicant becomes `submitted` only if it was not reassigned and this is its latest verification. A
  // reassigned applicant waits for another visit. A decision on an older verification changes no applicant.
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
