import type { VisitManifest } from '@doorstep/contract/visits/manifest';
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
  const agents = db.selectFrom('users').select(['users.id', 'users.name']);
  const received = await agents
    .innerJoin('visits', 'visits.agent_id', 'users.id')
    .where('visits.id', '=', visit_id)
    .executeTakeFirst();
  if (received) return received;
  const phone =
    deviceId === null
      ? undefined
      : await agents
          .innerJoin('devices', 'devices.agent_id', 'users.id')
          .where('devices.id', '=', deviceId)
          .executeTakeFirst();
  if (phone) return phone;
  return agents
    .innerJoin('assignments', 'assignments.agent_id', 'users.id')
    .where('assignments.applicant_id', '=', applicant_id)
    .where('assignments.version', '=', assignment_version)
    .executeTakeFirst();
}
