import type { Applicant, ApplicantStatus } from '@doorstep/contract/applicants';
import { type Selectable, sql } from 'kysely';
import { type Db, query, read } from '../../db/connection.ts';
import { prepare } from '../../db/prepared-statements.ts';
import type { Database } from '../../db/schema.ts';
import { type ApplicantRow, applicantColumns, toApplicant } from './applicant-rows.ts';

const byId = prepare(`
  select ${applicantColumns} from applicants a left join users u on u.id = a.assigned_agent_id
  where a.id = $1 and a.deleted_at is null`);

export async function findApplicant(db: Db, id: number): Promise<Applicant | undefined> {
  const [row] = await read<ApplicantRow>(db, byId, [id]);
  return row && toApplicant(row);
}

type Locked = Pick<
  Selectable<Database['applicants']>,
  'id' | 'application_id' | 'applicant_name' | 'status' | 'assigned_agent_id' | 'anonymised_at'
>;

const lockById = prepare(`
  select id, application_id, applicant_name, status, assigned_agent_id, anonymised_at
  from applicants where id = $1 and deleted_at is null for update`);

/** The row of an applicant, held against every other change until the transaction ends. */
export async function lockApplicant(db: Db, id: number): Promise<Locked | undefined> {
  return (await query<Locked>(db, lockById, [id]))[0];
}

const lockByName = prepare(`
  select id, name from users
  where lower(name) = lower($1) and not is_admin and is_active and deleted_at is null order by id for share`);

/** The active agents of a full name in any case, held so that none is deactivated or deleted meanwhile. */
export function lockAgentsNamed(db: Db, name: string): Promise<{ id: number; name: string }[]> {
  return query(db, lockByName, [name]);
}

const assigned = prepare(`
  with a as (
    update applicants set assigned_agent_id = $2, status = $3, updated_at = now() where id = $1 returning *
  ) select ${applicantColumns} from a left join users u on u.id = a.assigned_agent_id`);

/** Gives an applicant to an agent; answers the applicant as it is then. */
export async function setAgent(
  db: Db,
  id: number,
  { assigned_agent_id, status }: { assigned_agent_id: number; status: ApplicantStatus },
): Promise<Applicant> {
  const [row] = await query<ApplicantRow>(db, assigned, [id, assigned_agent_id, status]);
  if (!row) throw new Error(`Applicant ${id} is gone although it was locked`);
  return toApplicant(row);
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
