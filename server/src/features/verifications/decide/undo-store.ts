import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export interface StoredDecision {
  admin_decision: DecisionFilter;
  decided_by: number | null;
  decided_at: string | null;
}

/** Whether a report was made or downloaded after a decision. `auditId` is the audit row of the decision. */
export async function hasReportSince(
  db: Db,
  id: number,
  { decidedAt, auditId }: { decidedAt: string; auditId: number },
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from reports r where r.verification_id = ${id} and (r.created_at >= ${decidedAt}::timestamptz
      or exists (select from audit a where a.subject = 'report' and a.subject_id = r.id and a.id > ${auditId}))) as has`.execute(
    db,
  );
  return rows[0]?.has === true;
}

export function restoreDecision(db: Db, id: number, decision: StoredDecision) {
  const { admin_decision, decided_by, decided_at } = decision;
  // `decided_at` comes from the values in the audit, where times are cut to milliseconds. The applicant's
  // clock needs the exact time, which is the time of the audit row.
  const exactly = sql<string | null>`coalesce((
    select at from audit where subject = 'verification' and subject_id = ${id} and action in ('decide', 'confirm', 'settle')
      and date_trunc('milliseconds', at) = ${decided_at}::timestamptz order by audit.id desc limit 1), ${decided_at}::timestamptz)`;
  const restored = { admin_decision, decided_by, decided_at: exactly };
  return db
    .updateTable('verifications')
    .set({ ...restored, decision_notes: sql.ref('replaced_notes') })
    .where('id', '=', id)
    .returning(['admin_decision', 'decided_by', 'decided_at'])
    .executeTakeFirstOrThrow();
}
