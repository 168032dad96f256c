import type { Db } from '../db/connection.ts';
import { notFound, rejectAnonymised } from '../problems.ts';

/** Locks the applicant of a verification against retention until the transaction ends. */
export async function lockApplicantOf(db: Db, verificationId: number) {
  const applicant = await db
    .selectFrom('applicants as a')
    .select(['a.mobile_number', 'a.anonymised_at'])
    .where('a.id', '=', (eb) =>
      eb.selectFrom('verifications').select('applicant_id').where('id', '=', verificationId),
    )
    .forKeyShare()
    .executeTakeFirst();
  if (!applicant) throw notFound('Verification');
  rejectAnonymised(applicant.anonymised_at);
  return applicant;
}
