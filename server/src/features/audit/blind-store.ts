import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isBlindTo, isOthersSecret } from '../../domain/review/second-look-access.ts';

/** The actions on a verification, and on its applicant, that reveal a first decision or who made it. */
const ofVerification = ['first_look', 'decide', 'keep_decision', 'undo', 'dismiss_finding'];
const ofApplicant = ['decide', 'undo'];
/** The actions that reveal the two decisions of a second look that differed. */
const ofDifference = ['first_look', 'differ'];

type HiddenLook = { subject: string; id: number; first_by: number; differs: boolean };

interface Row {
  subject: string;
  action: string;
}

/**
 * Whether a colleague's audit row about a hidden second look, or about its applicant, reveals a decision or
 * who made it.
 */
export function tellsOf(
  { subject, differs, first_by }: HiddenLook,
  { action, actorId }: { action: string; actorId: number | null },
): boolean {
  if (subject === 'applicant') return !differs && ofApplicant.includes(action);
  if (differs) return ofDifference.includes(action);
  return ofVerification.includes(action) || actorId === first_by;
}

export const isOfLook = ({ subject, action }: Row) =>
  subject === 'verification' || (subject === 'applicant' && ofApplicant.includes(action));

const looks = (where: RawBuilder<boolean>, columns: RawBuilder<unknown>) => sql`
  select ${columns} from second_looks l join verifications v on v.id = l.verification_id where ${where}`;

/** Returns SQL for the rule of {@link tellsOf}, for a colleague's audit row `a`. */
export const isTelling = (readerId: number) => {
  const isBlind = isBlindTo(readerId);
  return sql<boolean>`(a.actor_id <> ${readerId} and (
    a.subject = 'verification' and (
      a.action = any(${ofVerification}::text[]) and a.subject_id in (${looks(isBlind, sql`v.id`)})
      or (a.subject_id, a.actor_id) in (${looks(isBlind, sql`v.id, l.first_by`)})
      or a.action = any(${ofDifference}::text[]) and a.subject_id in (${looks(isOthersSecret(readerId), sql`v.id`)}))
    or a.subject = 'applicant' and a.action = any(${ofApplicant}::text[])
      and a.subject_id in (${looks(isBlind, sql`v.applicant_id`)})))`;
};

export async function listHidden(
  db: Db,
  { verifications, applicants }: Record<'verifications' | 'applicants', readonly number[]>,
  readerId: number,
): Promise<HiddenLook[]> {
  if (verifications.length + applicants.length === 0) return [];
  const isHidden = sql<boolean>`(${isBlindTo(readerId)} or ${isOthersSecret(readerId)})`;
  const columns = sql`v.id, v.applicant_id, l.first_by, l.state = 'differs' as differs`;
  const { rows } = await sql<HiddenLook>`
    select 'verification' as subject, id, first_by, differs from (${looks(isHidden, columns)}
      and v.id = any(${verifications}::bigint[])) as found
    union all
    select 'applicant', applicant_id, first_by, differs from (${looks(isHidden, columns)}
      and v.applicant_id = any(${applicants}::bigint[])) as found`.execute(db);
  return rows;
}
