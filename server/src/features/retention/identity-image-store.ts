import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

const due = (before: Date) => sql`(
  select i.user_id as id, count(*)::int as images from identity_images i join users u on u.id = i.user_id
  where u.deleted_at < ${before} group by 1)`;

export async function countIdentityImages(
  db: Db,
  before: Date,
): Promise<{ users: number; images: number }> {
  const { rows } = await sql<{ users: number; images: number }>`
    select count(*)::int as users, coalesce(sum(d.images), 0)::int as images
    from ${due(before)} as d`.execute(db);
  return rows[0] ?? { users: 0, images: 0 };
}

/** Deletes only the rows. The sweep, which deletes all files without a row, deletes their files later. */
export async function deleteIdentityImages(
  db: Db,
  before: Date,
  atMost: number,
): Promise<{ id: number; images: number }[]> {
  const { rows } = await sql<{ id: number; images: number }>`
    with these as (select id, images from ${due(before)} as d order by id limit ${atMost}),
    gone as (delete from identity_images where user_id in (select id from these))
    select id, images from these order by id`.execute(db);
  return rows;
}
