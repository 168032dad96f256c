import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

/** Whether an applicant exists and is not deleted. */
export async function isApplicant(db: Db, id: number): Promise<boolean> {
  const { rows } =
    await sql`select from applicants where id = ${id} and deleted_at is null`.execute(db);
  return rows.length > 0;
}

/** Whether an agent has, or once had, an applicant's task. */
export async function hadTask(db: Db, applicantId: number, agentId: number): Promise<boolean> {
  const { rows } = await sql`
    select from assignments where agent_id = ${agentId} and applicant_id = ${applicantId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}
