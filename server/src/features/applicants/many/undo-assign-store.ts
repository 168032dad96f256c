import { undoAssignSeconds } from '@doorstep/contract/applicants/assign-many';
import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** The agents of these applicants. */
export async function findHolders(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('applicants')
    .select('assigned_agent_id')
    .distinct()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('assigned_agent_id', 'is not', null)
    .execute();
  return rows.flatMap(({ assigned_agent_id }) => assigned_agent_id ?? []);
}

interface Assigned {
  id: number;
  status: ApplicantStatus;
  assigned_agent_id: number;
  /** Whether anybody was there since the assignment. */
  is_visited: boolean;
  /** The last action on it, and its actor. */
  action: string | null;
  actor_id: number | null;
  was_unassigned: boolean | null;
  is_in_time: boolean | null;
}

/** Locks those of these applicants that these agents have, in the order of their ids; answers what led to it. */
export async function lockAssigned(
  db: Db,
  ids: readonly number[],
  agents: readonly number[],
): Promise<Assigned[]> {
  const locked = await db
    .selectFrom('applicants')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where(sql<boolean>`assigned_agent_id = any(${agents}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  // A statement of its own: one that waited for the lock would read what stood there before it waited.
  const { rows } = await sql<Assigned>`
    select a.id, a.status, a.assigned_agent_id, last.action, last.actor_id,
      last.before ->> 'status' = 'pending' as was_unassigned,
      last.at > clock_timestamp() - make_interval(secs => ${undoAssignSeconds}) as is_in_time,
      a.status <> 'assigned' or exists (
        select from visits v join assignments s on s.applicant_id = a.id and s.version = a.assignment_version
        where v.applicant_id = a.id and v.received_at >= s.at
      ) as is_visited
    from applicants a left join lateral (
      select action, actor_id, before, at from audit
      where subject = 'applicant' and subject_id = a.id order by id desc limit 1
    ) as last on true
    where a.id = any(${locked.map(({ id }) => id)}::bigint[])`.execute(db);
  return rows;
}

export async function unassignAll(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .updateTable('applicants')
    .set({ assigned_agent_id: null, status: 'pending', updated_at: sql<string>`now()` })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
}
