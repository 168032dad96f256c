import type { ApplicantStatus } from '@doorstep/contract/applicants';
import { sql } from 'kysely';
import { type Actor, recordAudit } from '../db/audit/record.ts';
import type { Db } from '../db/connection.ts';

/** Changes an applicant's status and records it in the audit; the caller holds the row's lock. */
export async function moveApplicant(
  db: Db,
  actor: Actor,
  action: 'visit' | 'decide' | 'undo',
  applicant: { id: number; status: ApplicantStatus },
  status: ApplicantStatus,
): Promise<void> {
  if (applicant.status === status) return;
  await db
    .updateTable('applicants')
    .set({ status, updated_at: sql`now()` })
    .where('id', '=', applicant.id)
    .execute();
  await recordAudit(db, actor, {
    action,
    subject: 'applicant',
    subjectId: applicant.id,
    before: { status: applicant.status },
    after: { status },
  });
}
