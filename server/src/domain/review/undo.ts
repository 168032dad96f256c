import { reviewTimes } from '@doorstep/contract/review';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { conflict } from '../../problems.ts';

/** Actions that change none of the values that an undo restores. They don't prevent an undo. */
const withoutEffect = [
  ...['owe_callback', 'ask_callback', 'view_number', 'record_callback', 'review_again', 'dispute'],
];

interface LastAction<Before, ApplicantBefore> {
  audit_id: number;
  before: Before;
  /** The applicant's values before the action; null if the action did not change the applicant. */
  applicant_before: ApplicantBefore | null;
}

interface Found<Before, ApplicantBefore> extends LastAction<Before, ApplicantBefore> {
  is_in_time: boolean;
  /** Whether the applicant was changed again after the action. */
  is_followed: boolean;
}

export const notUndoable = (because: string) =>
  conflict(`Undo is not possible: ${because}.`, 'too_late');

/**
 * Reads the values that an action replaced. Throws a 409 if the time for an undo is over, or if the
 * verification or its applicant has changed since. The caller must have locked the verification and the
 * applicant.
 */
export async function readUndoable<Before, ApplicantBefore>(
  db: Db,
  action: 'decide' | 'first_look' | 'confirm' | 'differ' | 'settle' | 'send_back',
  { id, applicantId, at }: { id: number; applicantId: number; at: string },
): Promise<LastAction<Before, ApplicantBefore>> {
  const { rows } = await sql<Found<Before, ApplicantBefore>>`
    with last as (
      select id, at, action, before from audit where subject = 'verification' and subject_id = ${id}
        and action <> all(${withoutEffect}::text[])
      order by id desc limit 1
    ), acted as (select * from last where action = ${action}),
    -- The action may add its own row about the applicant, with the same time. This row has the same action,
    -- or 'decide'.
    since as (
      select a.before, a.action in (acted.action, 'decide') and a.at = acted.at as is_its_own
      from audit a, acted where a.subject = 'applicant' and a.subject_id = ${applicantId} and a.id > acted.id
    )
    select acted.id as audit_id, acted.before, (select before from since where is_its_own) as applicant_before,
      ${at}::timestamptz >= now() - make_interval(secs => ${reviewTimes.undoDecisionSeconds}) as is_in_time,
      exists (select from since where not is_its_own) as is_followed
    from acted`.execute(db);
  const [found] = rows;
  if (!found || found.is_followed)
    throw notUndoable('the applicant or the verification has changed since');
  if (!found.is_in_time)
    throw notUndoable(`more than ${reviewTimes.undoDecisionSeconds} seconds have passed`);
  return found;
}
