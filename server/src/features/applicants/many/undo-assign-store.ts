import { undoAssignSeconds } from '@doorstep/contract/applicants/assign-many';
import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export interface Changed {
  id: number;
  status: ApplicantStatus;
  assigned_agent_id: number | null;
  /** Whether the applicant was visited since its present assignment. */
  is_visited: boolean;
  /** The last action that changed the applicant. The fields below come from the same audit row. */
  action: string | null;
  actor_id: number | null;
  is_undo: boolean | null;
  agent_before: number | null;
  status_before: string | null;
  is_in_time: boolean | null;
}

export async function findLastChanges(db: Db, ids: readonly number[]): Promise<Changed[]> {
  const { rows } = await sql<Changed>`
    select a.id, a.status, a.assigned_agent_id, last.action, last.actor_id,
      (last.after -> 'undone') is not null as is_undo,
      (last.before ->> 'assigned_agent_id')::bigint as agent_before, last.before ->> 'status' as status_before,
      last.at > clock_timestamp() - make_interval(secs => ${undoAssignSeconds}) as is_in_time,
      a.status not in ('pending', 'assigned') or exists (
        select from visits v join assignments s on s.applicant_id = a.id and s.version = a.assignment_version
        where v.applicant_id = a.id and v.received_at >= s.at
      ) as is_visited
    from applicants a left join lateral (
      select action, actor_id, before, after, at from audit
      where subject = 'applicant' and subject_id = a.id order by id desc limit 1
    ) as last on true
    where a.id = any(${ids}::bigint[]) and a.deleted_at is null`.execute(db);
  return rows;
}
