import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export interface PresentAgent {
  id: number;
  name: string;
  capacity: number;
  areas: string[];
  open: number;
  due_today: number;
}

/**
 * Finds the active agents who are not on leave on `day`, without the agents in `except`. Tasks in `moving`
 * don't count as work. `open` counts tasks only up to the capacity. `end` is the end of the day.
 */
export async function findPresentAgents(
  db: Db,
  { day, end, moving, except }: { day: string; end: string; moving: number[]; except: number[] },
): Promise<PresentAgent[]> {
  const { rows } = await sql<PresentAgent>`
    with due as materialized (
      select assigned_agent_id, count(*) as count from applicants
      where clock_runs and due_at < ${end} and status = 'assigned' and id <> all(${moving}::bigint[])
      group by assigned_agent_id
    )
    select u.id, u.name, u.daily_capacity as capacity, work.open, coalesce(due.count, 0) as due_today,
      to_json(array(select pin_prefix from agent_areas where agent_id = u.id order by 1)) as areas
    from users u left join due on due.assigned_agent_id = u.id
    cross join lateral (
      select count(*) as open from (
        select from applicants a
        where a.assigned_agent_id = u.id and a.status = 'assigned' and a.deleted_at is null
          and a.id <> all(${moving}::bigint[])
        limit u.daily_capacity
      ) as counted
    ) as work
    where not u.is_admin and u.is_active and u.deleted_at is null and u.id <> all(${except}::bigint[])
      and not exists (select from agent_leave where agent_id = u.id and ${day} between from_day and to_day)
    order by u.id`.execute(db);
  return rows;
}
