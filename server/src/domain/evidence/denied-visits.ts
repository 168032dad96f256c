import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

export const denial = {
  check: 'callback.denied',
  version: 1,
  level: 'serious',
  sentence: 'The person who was called said that nobody visited.',
} as const;

/**
 * Adds the finding of a denied visit. The caller must have locked the verification. If the finding exists and
 * was dismissed, removes the dismissal.
 */
export async function addDenial(db: Db, id: number): Promise<void> {
  await sql`
    insert into evidence_findings (verification_id, check_id, version, level, sentence, measured, details)
    values (${id}, ${denial.check}, ${denial.version}, ${denial.level}, ${denial.sentence}, '{}', '{}')
    on conflict (verification_id, check_id) do update set dismissed_by = null, dismissed_at = null,
      dismissed_because = null, dismissal_note = ''`.execute(db);
}
