import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** Whose visit it is and to whom, which never changes. */
export function findWhoseVisit(db: Db, id: string) {
  return db
    .selectFrom('visits')
    .select(['agent_id', 'applicant_id'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** A visit with who settled it and what it became, held against every other change until the transaction ends. */
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
  await db
    .updateTable('visits')
    .set({
      standing: settled.standing,
      resolved_by: settled.adminId,
      resolved_at: sql<string>`now()`,
      resolution_note: settled.note,
    })
    .where('id', '=', id)
    .execute();
}

/** Gives the task, with whatever had become of it, to the agent of a visit that counts. */
export async function changeApplicant(
  db: Db,
  id: number,
  change: { status?: 'visited'; assigned_agent_id?: number; deleted_at?: null },
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db
    .updateTable('applicants')
    .set({ ...change, updated_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
}
