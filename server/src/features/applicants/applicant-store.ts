import type { ApplicantStatus } from '@doorstep/contract/applicants';
import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Db } from '../../db/connection.ts';

/** Applicants as the wire knows them, deleted ones included. */
export function selectApplicants(db: Db) {
  return db
    .selectFrom('applicants')
    .select((eb) => [
      'applicants.id',
      'applicants.applicant_type',
      'applicants.portfolio_name',
      'applicants.product_type',
      'applicants.visit_type',
      'applicants.application_id',
      'applicants.applicant_name',
      'applicants.address',
      'applicants.mobile_number',
      'applicants.pin_code',
      'applicants.message',
      'applicants.status',
      'applicants.created_at',
      'applicants.updated_at',
      jsonObjectFrom(
        eb
          .selectFrom('users')
          .select(['users.id', 'users.name', 'users.email', 'users.phone_number', 'users.is_admin'])
          .whereRef('users.id', '=', 'applicants.assigned_agent_id'),
      ).as('assigned_agent'),
    ]);
}

export function findApplicant(db: Db, id: number) {
  return selectApplicants(db)
    .where('applicants.id', '=', id)
    .where('applicants.deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The row of an applicant, held against every other change until the transaction ends. */
export function lockApplicant(db: Db, id: number) {
  return db
    .selectFrom('applicants')
    .select([
      'id',
      'application_id',
      'applicant_name',
      'status',
      'assigned_agent_id',
      'anonymised_at',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** The active agents of a full name in any case, held so that none is deactivated or deleted meanwhile. */
export function lockAgentsNamed(db: Db, name: string) {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .where('is_admin', '=', false)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute();
}

export async function setAgent(
  db: Db,
  id: number,
  change: { assigned_agent_id: number; status: ApplicantStatus },
): Promise<void> {
  await db
    .updateTable('applicants')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

export async function hasVerification(db: Db, applicantId: number): Promise<boolean> {
  const verification = await db
    .selectFrom('verifications')
    .select('id')
    .where('applicant_id', '=', applicantId)
    .limit(1)
    .executeTakeFirst();
  return verification !== undefined;
}

export async function hideApplicant(db: Db, id: number): Promise<void> {
  await db
    .updateTable('applicants')
    .set({ deleted_at: sql`now()`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
