import type { Db } from '../db/connection.ts';
import { orNotFound, rejectAnonymised } from '../problems.ts';

/**
 * Locks the applicant of a verification until the transaction ends. The default lock is shared and prevents
 * retention from deleting the applicant's personal data.
 */
export async function lockApplicantOf(
  db: Db,
  verificationId: number,
  lock: 'forKeyShare' | 'forUpdate' = 'forKeyShare',
) {
  const found = await db
    .selectFrom('applicants as a')
    .select(['a.id', 'a.applicant_name', 'a.mobile_number', 'a.pin_code', 'a.anonymised_at'])
    .where('a.id', '=', (eb) =>
      eb.selectFrom('verifications').select('applicant_id').where('id', '=', verificationId),
    )
    .$call((query) => query[lock]())
    .executeTakeFirst();
  const applicant = orNotFound(found, 'Verification');
  rejectAnonymised(applicant.anonymised_at);
  return applicant;
}
