import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

export async function isAssignmentOf(
  db: Db,
  { id, version, agentId }: { id: number; version: number; agentId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('assignments')
    .select('version')
    .where('applicant_id', '=', id)
    .where('version', '=', version)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function unassign(db: Db, id: number): Promise<void> {
  await db
    .updateTable('applicants')
    .set({ assigned_agent_id: null, status: 'pending' })
    .set({ given_back_at: sql<string>`now()`, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
