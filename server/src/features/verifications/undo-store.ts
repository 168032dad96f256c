import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** A decision as the audit has it. */
export interface StoredDecision {
  admin_decision: DecisionFilter;
  decided_by: number | null;
  decided_at: string | null;
}

/** Whether a report was made or downloaded since a decision, whose row in the audit is given. */
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

/** Puts back what a decision replaced; answers what the verification has now. */
export function restoreDecision(db: Db, id: number, decision: StoredDecision) {
  const { admin_decision, decided_by, decided_at } = decision;
  return db
    .updateTable('verifications')
    .set({ admin_decision, decided_by, decided_at, decision_notes: sql.ref('replaced_notes') })
    .where('id', '=', id)
    .returning(['admin_decision', 'decided_by', 'decided_at'])
    .executeTakeFirstOrThrow();
}
