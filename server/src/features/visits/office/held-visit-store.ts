import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { updateRow } from '../../../db/update-row.ts';

/** Takes no lock. A visit's agent and applicant never change, nor does the agent of a deleted applicant. */
export function findVisitPeople(db: Db, id: string) {
  return db
    .selectFrom('visits as n')
    .innerJoin('applicants as a', 'a.id', 'n.applicant_id')
    .select(['n.agent_id', 'n.applicant_id', 'a.assigned_agent_id'])
    .where('n.id', '=', id)
    .executeTakeFirst();
}

export function lockHeldVisit(db: Db, id: string) {
  return db
    .selectFrom('visits as n')
    .leftJoin('users as settler', 'settler.id', 'n.resolved_by')
    .leftJoin('verifications as v', 'v.visit_id', 'n.id')
    .select([
      'n.id',
      'n.is_final',
      'n.standing',
      'n.held_because',
      'n.resolved_by',
      'settler.name as settler',
      'v.id as verification_id',
    ])
    .where('n.id', '=', id)
    .forUpdate('n')
    .executeTakeFirstOrThrow();
}

export async function settleVisit(
  db: Db,
  id: string,
  settled: { standing: 'counted' | 'set_aside'; adminId: number; note: string },
): Promise<void> {
  await updateRow(db, 'visits', id, {
    standing: settled.standing,
    resolved_by: settled.adminId,
    resolved_at: sql<string>`now()`,
    resolution_note: settled.note,
  });
}

export async function changeApplicant(
  db: Db,
  id: number,
  change: {
    status?: 'visited' | 'pending';
    assigned_agent_id?: number | null;
    deleted_at?: null;
  },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await updateRow(db, 'applicants', id, { ...change, updated_at: sql<string>`now()` });
}
