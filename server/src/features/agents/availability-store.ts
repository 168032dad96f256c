import type { Availability } from '@doorstep/contract/agents';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { updateRow } from '../../db/update-row.ts';

const agents = (db: Db) =>
  db.selectFrom('users').where('is_admin', '=', false).where('deleted_at', 'is', null);

export async function findAvailability(db: Db, id: number): Promise<Availability | undefined> {
  return agents(db)
    .select(['daily_capacity', 'updated_at'])
    .select([
      sql<
        string[]
      >`to_json(array(select pin_prefix from agent_areas where agent_id = users.id order by 1))`.as(
        'areas',
      ),
      sql<Availability['leave']>`coalesce((
        select json_agg(json_build_object('from_day', from_day, 'to_day', to_day) order by from_day, to_day)
        from agent_leave where agent_id = users.id), '[]')`.as('leave'),
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export function lockAgent(db: Db, id: number) {
  return agents(db)
    .select(['name', 'updated_at'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Replaces the stored values. The caller must have locked the agent. */
export async function storeAvailability(
  db: Db,
  id: number,
  { daily_capacity, areas, leave }: Omit<Availability, 'updated_at'>,
): Promise<void> {
  await updateRow(db, 'users', id, { daily_capacity, updated_at: sql`now()` });
  await db.deleteFrom('agent_areas').where('agent_id', '=', id).execute();
  await db.deleteFrom('agent_leave').where('agent_id', '=', id).execute();
  await sql`insert into agent_areas select ${id}::bigint, unnest(${areas}::text[])`.execute(db);
  await sql`
    insert into agent_leave select distinct ${id}::bigint, * from unnest(
      ${leave.map(({ from_day }) => from_day)}::date[], ${leave.map(({ to_day }) => to_day)}::date[])`.execute(
    db,
  );
}

export async function listOnLeave(
  db: Db,
  timeZone: string,
): Promise<{ id: number; to_day: string }[]> {
  const today = Temporal.Now.plainDateISO(timeZone).toString();
  const { rows } = await sql<{ id: number; to_day: string }>`
    select u.id, max(l.to_day)::text as to_day from agent_leave l join users u on u.id = l.agent_id
    where l.from_day <= ${today} and l.to_day >= ${today} and u.deleted_at is null
    group by u.id order by u.id`.execute(db);
  return rows;
}
