import { type CheckId, checksThat, type DismissalReason } from '@doorstep/contract/evidence/checks';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { updateRow } from '../../../db/update-row.ts';
import { isBlind } from '../../../domain/review/second-look-access.ts';

/** `is_blind` is true if the admin must not learn who dismissed the finding. */
export function lockFinding(db: Db, id: number, check: string, adminId: number) {
  return db
    .selectFrom('evidence_findings')
    .select(['check_id', 'level', 'sentence', 'version'])
    .select(isBlind(sql.ref('evidence_findings.verification_id'), adminId).as('is_blind'))
    .select(['dismissed_by', 'dismissed_because', 'dismissal_note'])
    .where('verification_id', '=', id)
    .where('check_id', '=', check as CheckId)
    .forUpdate()
    .executeTakeFirst();
}

export interface Dismissal {
  adminId: number;
  because: DismissalReason;
  note: string;
}

export async function setDismissed(
  db: Db,
  id: number,
  check: CheckId,
  { adminId, because, note }: Dismissal,
): Promise<void> {
  await db
    .updateTable('evidence_findings')
    .set({
      dismissed_by: adminId,
      dismissed_at: sql<string>`now()`,
      dismissed_because: because,
      dismissal_note: note,
    })
    .where('verification_id', '=', id)
    .where('check_id', '=', check)
    .execute();
}

/**
 * Locks an applicant's verifications. Must run before the findings are locked, because the checks lock in
 * this order too and could otherwise deadlock.
 */
export async function lockVerificationsOf(db: Db, applicantId: number): Promise<void> {
  await db
    .selectFrom('verifications')
    .select('id')
    .where('applicant_id', '=', applicantId)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/**
 * Sets an applicant's pin code. Marks verifications as due: the applicant's own, and those with a finding
 * that compares pin codes with this applicant. Leaves out verifications whose photos have expired.
 */
export async function setPinCode(db: Db, applicantId: number, pinCode: string): Promise<void> {
  await updateRow(db, 'applicants', applicantId, { pin_code: pinCode, updated_at: sql`now()` });
  await db
    .updateTable('verifications')
    .set({ evidence_due: true })
    .where(
      sql<boolean>`(applicant_id = ${applicantId} or id in (select verification_id from evidence_findings
        where check_id = any(${checksThat('comparesPinCodes')}::text[])
          and other_applicants @> array[${applicantId}]::bigint[]))`,
    )
    .where('photos_expired_at', 'is', null)
    .execute();
}

/** Lists the open findings that depend on the pin code, and locks them. */
export async function listPlaceFindings(
  db: Db,
  applicantId: number,
): Promise<{ id: number; check: CheckId }[]> {
  const { rows } = await sql<{ id: number; check: CheckId }>`
    select f.verification_id as id, f.check_id as check
    from evidence_findings f join verifications v on v.id = f.verification_id
    where v.applicant_id = ${applicantId} and f.dismissed_by is null
      and f.check_id = any(${checksThat('dependsOnPinCode')}::text[])
    order by f.verification_id, f.check_id for update of f`.execute(db);
  return rows;
}
