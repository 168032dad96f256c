import type { ApplicantStatus } from '@doorstep/contract/applicants';
import { limits } from '@doorstep/contract/limits';
import type { DecisionFilter } from '@doorstep/contract/verifications';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

/** A decision as the audit has it. */
interface StoredDecision {
  admin_decision: DecisionFilter;
  decided_by: number | null;
  decided_at: string | null;
}

interface Undo {
  /** By the server's clock. */
  is_in_time: boolean;
  has_report: boolean;
  /** Whether anything else happened to the verification or its applicant since. */
  is_followed: boolean;
  /** What the decision replaced. */
  decision: StoredDecision | null;
  /** The applicant's status before, where the decision moved it. */
  status: ApplicantStatus | null;
}

/** What it takes to undo the last decision on a verification, whose applicant is locked: the audit knows what was before. */
export async function readUndo(
  db: Db,
  id: number,
  applicantId: number,
  decidedAt: string,
): Promise<Undo> {
  const { rows } = await sql<Undo>`
    with last as (
      select id, at, action, before from audit where subject = 'verification' and subject_id = ${id}
      order by id desc limit 1
    ), decided as (select * from last where action = 'decide'),
    -- Of the applicant the decision itself has a row of the same moment.
    since as (
      select a.before, a.action = 'decide' and a.at = decided.at as is_its_own
      from audit a, decided where a.subject = 'applicant' and a.subject_id = ${applicantId} and a.id > decided.id
    )
    select ${decidedAt}::timestamptz >= now() - make_interval(secs => ${limits.undoDecisionSeconds}) as is_in_time,
      exists (select from reports r where r.verification_id = ${id} and (r.created_at >= ${decidedAt}::timestamptz
        or exists (select from audit a where a.subject = 'report' and a.subject_id = r.id
          and a.id > (select id from decided)))) as has_report,
      exists (select from since where not is_its_own) as is_followed,
      (select before from decided) as decision,
      (select before ->> 'status' from since where is_its_own) as status`.execute(db);
  return rows[0] as Undo;
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
