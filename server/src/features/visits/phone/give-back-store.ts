import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** Locks an applicant and returns its agent; undefined if this agent never had it. */
export function lockTask(db: Db, id: number, agentId: number) {
  return db
    .selectFrom('applicants as a')
    .select(['a.id', 'a.status', 'a.assigned_agent_id', 'a.assignment_version', 'a.deleted_at'])
    .where('a.id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('assignments as s')
          .select('s.version')
          .whereRef('s.applicant_id', '=', 'a.id')
          .where('s.agent_id', '=', agentId),
      ),
    )
    .forUpdate('a')
    .executeTakeFirst();
}

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
