import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

const looked = 500;

export async function listLastAssigned(db: Db, adminId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select u.id from (
      select (after ->> 'assigned_agent_id')::bigint as agent_id, max(at) as last_at from (
        select action, subject, after, at from audit where actor_id = ${adminId} order by at desc limit ${looked}
      ) as lately where action = 'assign' and subject = 'applicant' group by 1
    ) as assigned join users u on u.id = assigned.agent_id
    where u.is_active and u.deleted_at is null order by assigned.last_at desc, u.id limit 8`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface Candidate {
  id: number;
  name: string;
  is_active: boolean;
  pins: Map<string, number>;
}

/**
 * Finds inactive and deleted agents too. `pins` counts each agent's open tasks by pin code, without the tasks
 * in `moving`.
 */
export async function findCandidates(
  db: Db,
  ids: number[],
  moving: number[] = [],
): Promise<Candidate[]> {
  const { rows } = await sql<Omit<Candidate, 'pins'> & { pins: Record<string, number> }>`
    select u.id, u.name, u.is_active and u.deleted_at is null as is_active, coalesce(work.pins, '{}') as pins
    from users u left join lateral (
      select jsonb_object_agg(pin_code, count) as pins from (
        select pin_code, count(*) as count from applicants
        where assigned_agent_id = u.id and status = 'assigned' and deleted_at is null
          and id <> all(${moving}::bigint[])
        group by pin_code
      ) as counted
    ) as work on true
    where u.id = any(${ids}::bigint[]) and not u.is_admin`.execute(db);
  return rows.map(({ pins, ...agent }) => ({ ...agent, pins: new Map(Object.entries(pins)) }));
}

export function findNames(db: Db, ids: number[]): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('users')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .execute();
}

export interface Wanted {
  id: number;
  pin_code: string;
  status: ApplicantStatus;
  assigned_agent_id: number | null;
  is_withdrawn: boolean;
  /** A text that changes when the assignment changes, and when a visit arrives. */
  revision: string;
}

export async function findWanted(db: Db, ids: number[]): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select a.id, a.pin_code, a.status, a.assigned_agent_id, a.withdrawn_at is not null as is_withdrawn,
      a.assignment_version || '.' || (select count(*) from visits v where v.applicant_id = a.id) as revision
    from applicants a where a.id = any(${ids}::bigint[]) and a.deleted_at is null order by a.id`.execute(
    db,
  );
  return rows;
}

export async function lockApplicants(db: Db, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom('applicants')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function setAgents(
  db: Db,
  given: readonly { id: number; agent_id: number | null }[],
): Promise<void> {
  await sql`
    update applicants as a set assigned_agent_id = given.agent_id, updated_at = now(),
      status = case when given.agent_id is null then 'pending' else 'assigned' end
    from unnest(${given.map(({ id }) => id)}::bigint[], ${given.map(({ agent_id }) => agent_id)}::bigint[])
      as given (id, agent_id)
    where a.id = given.id`.execute(db);
}
