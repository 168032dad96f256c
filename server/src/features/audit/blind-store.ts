import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isBlindTo, isOthersSecret } from '../../domain/review/second-look-access.ts';

/** The actions on a verification, and on its applicant, that reveal a first decision or who made it. */
const ofVerification = ['first_look', 'decide', 'keep_decision', 'undo', 'dismiss_finding'];
const ofApplicant = ['decide', 'undo'];
/** The actions that reveal the two decisions of a second look that differed. */
const ofDifference = ['first_look', 'differ'];

const looks = (where: RawBuilder<boolean>, columns: RawBuilder<unknown>) => sql`
  select ${columns} from second_looks l join verifications v on v.id = l.verification_id where ${where}`;

/** Whether a colleague's audit row `a` reveals a decision that the reader must not see, or who made it. */
export const isTelling = (readerId: number) => {
  const isBlind = isBlindTo(readerId);
  const byFirst = looks(isBlind, sql`v.id, l.first_by`);
  return sql<boolean>`(a.actor_id is distinct from ${readerId} and case a.subject
    when 'verification' then
      a.action = any(${ofVerification}::text[]) and a.subject_id in (${looks(isBlind, sql`v.id`)})
      or (a.subject_id, a.actor_id) in (${byFirst})
      or a.action = any(${ofDifference}::text[]) and a.subject_id in (${looks(isOthersSecret(readerId), sql`v.id`)})
    -- The first reviewer often made the report.
    when 'report' then exists (select from reports r
      where r.id = a.subject_id and (r.verification_id, a.actor_id) in (${byFirst}))
    when 'applicant' then
      a.action = any(${ofApplicant}::text[]) and a.subject_id in (${looks(isBlind, sql`v.applicant_id`)})
    else false end)`;
};

/** Returns those of the audit rows that reveal a decision to this reader. */
export async function listTelling(
  db: Db,
  ids: readonly number[],
  readerId: number,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select a.id from audit a where a.id = any(${ids}::bigint[]) and ${isTelling(readerId)}`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}
