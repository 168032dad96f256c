import type { VisitManifest } from '@doorstep/contract/visits/manifest';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export function findVisited(db: Db, id: number) {
  return db
    .selectFrom('applicants')
    .select(['id', 'applicant_name', 'anonymised_at'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/**
 * Finds the agent of a visit, active or not. The sender of a stored visit takes precedence, then the owner
 * of the phone, then the agent of the assignment.
 */
export async function findAgentOfVisit(
  db: Db,
  { visit_id, applicant_id, assignment_version }: VisitManifest,
  deviceId: string | null,
): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.name from (
      select agent_id, 1 as precedence from visits where id = ${visit_id}
      union all select agent_id, 2 from devices where id = ${deviceId}
      union all select agent_id, 3 from assignments
        where applicant_id = ${applicant_id} and version = ${assignment_version}
    ) as found join users u on u.id = found.agent_id order by precedence limit 1`.execute(db);
  return rows[0];
}
