import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export interface CardHolder {
  name: string;
  is_on_leave: boolean;
  profile_image_id: string | null;
}

export async function findCardHolder(
  db: Db,
  sessionId: string,
  day: string,
): Promise<CardHolder | undefined> {
  const { rows } = await sql<CardHolder>`
    select u.name,
      exists (select from agent_leave l where l.agent_id = u.id and ${day}::date between l.from_day and l.to_day) as is_on_leave,
      (select i.id from identity_images i where i.user_id = u.id and i.kind = 'profile'
        order by i.position limit 1) as profile_image_id
    from sessions s join users u on u.id = s.user_id
    where s.id = ${sessionId} and s.ended_at is null
      and u.is_active and not u.is_admin and u.deleted_at is null`.execute(db);
  return rows[0];
}
