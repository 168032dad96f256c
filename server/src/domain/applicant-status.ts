import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../db/audit/record.ts';
import { type Db, prepared } from '../db/connection.ts';

/** Changes an applicant's status and records the change in the audit. The caller must have locked the applicant. */
export async function moveApplicant(
  db: Db,
  actor: Actor,
  action: 'visit' | 'undo',
  applicant: { id: number; status: ApplicantStatus },
  status: ApplicantStatus,
  more: { visit_id?: string } = {},
): Promise<void> {
  if (applicant.status === status) return;
  await db
    .updateTable('applicants')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', applicant.id)
    .modifyEnd(prepared)
    .execute();
  await recordAudit(db, actor, `applicant.${action}`, applicant.id, {
    before: { status: applicant.status },
    after: { status, ...more },
  });
}
