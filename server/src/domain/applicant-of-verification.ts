import type { Db } from '../db/connection.ts';
import { notFound, rejectAnonymised } from '../problems.ts';

/** Locks the applicant of a verification until the transaction ends: shared, against retention, or for an update. */
export async function lockApplicantOf(
  db: Db,
  verificationId: number,
  lock: 'forKeyShare' | 'forUpdate' = 'forKeyShare',
) {
  const applicant = await db
    .selectFrom('applicants as a')
    .select(['a.id', 'a.applicant_name', 'a.mobile_number', 'a.pin_code', 'a.anonymised_at'])
    .where('a.id', '=', (eb) =>
      eb.selectFrom('verifications').select('applicant_id').where('id', '=', verificationId),
    )
    [lock]()
    .executeTakeFirst();
  if (!applicant) throw notFound('Verification');
  rejectAnonymised(applicant.anonymised_at);
  return applicant;
}
