import type { Db } from '../db/connection.ts';

/** The id of an application's latest verification, as a subquery; null when there is none. */
export function latestVerificationOf(db: Db, applicationId: string) {
  return db
    .selectFrom('verifications')
    .innerJoin('applicants', 'applicants.id', 'verifications.applicant_id')
    .select((eb) => eb.fn.max('verifications.id').as('id'))
    .where('applicants.application_id', '=', applicationId)
    .where('applicants.deleted_at', 'is', null);
}
