import type { Db } from '../../db/connection.ts';

export type VisitedApplicant = NonNullable<Awaited<ReturnType<typeof lockVisitedApplicant>>>;

/** Locks an applicant, also a deleted one, against every other change until the transaction ends. */
export function lockVisitedApplicant(db: Db, id: number) {
  return db
    .selectFrom('applicants')
    .select(['id', 'application_id', 'applicant_name', 'status'])
    .select(['assigned_agent_id', 'anonymised_at', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
