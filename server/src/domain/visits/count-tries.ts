import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { arrivedAt } from './server-time.ts';

const at = (visit: string) =>
  sql`coalesce(${arrivedAt(visit)}, ${sql.ref(`${visit}.received_at`)})`;

/**
 * Recounts `tries` of each verification of an applicant, because an attempt may arrive after a later visit.
 * The count includes the attempts since the previous verification's visit, and the verification's own visit.
 * The caller must have locked the applicant.
 */
export async function countTries(db: Db, applicantId: number): Promise<void> {
  await sql`
    update verifications v set tries = counted.tries from (
      select own.id, (
        select count(*)::int from visits n where n.applicant_id = own.applicant_id and n.standing = 'counted'
          and (n.id = own.id or not n.is_final) and ${at('n')} <= ${at('own')}
          and not exists (select from visits earlier where earlier.applicant_id = own.applicant_id
            and earlier.standing = 'counted' and earlier.is_final and earlier.id <> own.id
            and ${at('earlier')} >= ${at('n')} and ${at('earlier')} < ${at('own')})
      ) as tries
      from visits own where own.applicant_id = ${applicantId}
    ) as counted where v.visit_id = counted.id and v.tries <> counted.tries`.execute(db);
}
