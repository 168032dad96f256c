import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isBlindTo, isOthersSecret } from '../../domain/review/second-look-access.ts';

/** The actions on a verification, and on its applicant, that reveal a first decision or who made it. */
const ofVerification = ['first_look', 'decide', 'keep_decision', 'undo', 'dismiss_finding'];
const ofApplicant = ['decide', 'undo'];
/** The actions that reveal the two decisions of a second look, if the decisions differ. */
const ofDifference = ['first_look', 'differ'];

/** Whether a colleague's audit row `a` reveals a decision that the reader must not see, or who made it. */
export const isTelling = (readerId: number) => {
  const isBlind = isBlindTo(readerId);
  return sql<boolean>`(a.actor_id is distinct from ${readerId} and case a.subject
    when 'verification' then exists (select from second_looks l where l.verification_id = a.subject_id and (
      ${isBlind} and (a.action = any(${ofVerification}::text[]) or a.actor_id = l.first_by)
      or ${isOthersSecret(readerId)} and a.action = any(${ofDifference}::text[])))
    when 'report' then exists (select from reports r join second_looks l on l.verification_id = r.verification_id
      where r.id = a.subject_id and ${isBlind})
    when 'applicant' then a.action = any(${ofApplicant}::text[]) and exists (
      select from verifications v join second_looks l on l.verification_id = v.id
      where v.applicant_id = a.subject_id and ${isBlind})
    else false end)`;
};

/** Returns the ids of the audit rows to which {@link isTelling} applies. */
export async function listTelling(
  db: Db,
  rows: readonly { id: number }[],
  readerId: number,
): Promise<Set<number>> {
  const ids = rows.map(({ id }) => id);
  const found = await sql<{ id: number }>`
    select a.id from audit a where a.id = any(${ids}::bigint[]) and ${isTelling(readerId)}`.execute(
    db,
  );
  return new Set(found.rows.map(({ id }) => id));
}
