import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';

interface ReadTask {
  id: number;
  assignment_version: number;
  is_fetched: boolean;
}

const isFetched = sql<boolean>`exists (select from assignments f
  where f.applicant_id = a.id and f.version = a.assignment_version and f.fetched_at is not null)`;

/** Selects the open tasks of an agent, as the agent's phone shows them. */
export const openTasksOf = (db: Db, agentId: number) =>
  db
    .selectFrom('applicants as a')
    .select([
      'a.id',
      'a.application_id',
      'a.applicant_name as name',
      'a.mobile_number as mobile',
      'a.address',
      'a.pin_code',
      'a.status',
      'a.applicant_type',
      'a.portfolio_name',
      'a.product_type',
      'a.visit_type',
      'a.message',
      'a.created_at',
      'a.assignment_version',
      isFetched.as('is_fetched'),
    ])
    .where('a.assigned_agent_id', '=', agentId)
    .where('a.status', '=', 'assigned')
    .where('a.deleted_at', 'is', null);

/**
 * Marks tasks as fetched before the agent's phone gets them. From then on, their send-back can't be undone.
 * Leaves out tasks whose send-back was undone after the tasks were read.
 */
export async function noteFetched<Task extends ReadTask>(
  db: Db,
  tasks: readonly Task[],
): Promise<Omit<Task, 'is_fetched'>[]> {
  const fresh = tasks.filter((task) => !task.is_fetched);
  const noted = fresh.length === 0 ? new Set<number>() : await setFetched(db, fresh);
  return tasks
    .filter((task) => task.is_fetched || noted.has(task.id))
    .map(({ is_fetched: _, ...task }) => task);
}

/**
 * Marks assignments as fetched. Returns the applicants of the assignments that still exist, even if another
 * request has already marked them.
 */
async function setFetched(db: Db, tasks: readonly ReadTask[]): Promise<Set<number>> {
  const { rows } = await sql<{ applicant_id: number }>`
    with sent as (
      select s.applicant_id, s.version from assignments s
      join unnest(${tasks.map(({ id }) => id)}::bigint[], ${tasks.map((task) => task.assignment_version)}::int[])
        as t(id, version) on s.applicant_id = t.id and s.version = t.version
      -- The order prevents a deadlock of two requests of the same agent.
      order by s.applicant_id for update of s
    )
    update assignments s set fetched_at = coalesce(s.fetched_at, now()) from sent
    where s.applicant_id = sent.applicant_id and s.version = sent.version
    returning s.applicant_id`.execute(db);
  return new Set(rows.map(({ applicant_id }) => applicant_id));
}
