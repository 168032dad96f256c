import type { Db } from '../../db/connection.ts';

/** The agent, if still active, locked so that nobody deactivates or deletes them meanwhile. */
export function lockAgent(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

export type VisitedApplicant = NonNullable<Awaited<ReturnType<typeof lockVisitedApplicant>>>;

/** An applicant, deleted ones too, locked against every other change until the transaction ends. */
export function lockVisitedApplicant(db: Db, id: number) {
  return db
    .selectFrom('applicants')
    .select(['id', 'application_id', 'applicant_name', 'status'])
    .select(['assigned_agent_id', 'anonymised_at', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}
