import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export async function listUnhashed(
  db: Db,
  { since, after, atMost }: { since: Date; after: string | null; atMost: number },
): Promise<{ id: string; agent_id: number; stored_at: string }[]> {
  const { rows } = await sql<{ id: string; agent_id: number; stored_at: string }>`
    select p.id, coalesce(n.agent_id, v.agent_id) as agent_id, coalesce(n.received_at, v.submitted_at) as stored_at
    from photos p left join visits n on n.id = p.visit_id left join verifications v on v.id = p.verification_id
    where not exists (select from photo_hashes h where h.photo_id = p.id)
      and coalesce(n.received_at, v.submitted_at) >= ${since} and (${after}::uuid is null or p.id > ${after}::uuid)
    order by p.id limit ${atMost}`.execute(db);
  return rows;
}

/** Returns false if the photo was deleted or has hashes by now. */
export async function lockPhoto(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from photos p where p.id = ${id} and not exists (select from photo_hashes h where h.photo_id = p.id)
    for update`.execute(db);
  return rows.length > 0;
}
