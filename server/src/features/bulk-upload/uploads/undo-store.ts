import { keptNamed, type UploadUndone } from '@doorstep/contract/bulk-upload/uploads';
import { sql } from 'kysely';
import { type Actor, insertAudit } from '../../../db/audit/record.ts';
import type { Db } from '../../../db/connection.ts';

export interface Stretch {
  uploadId: number;
  first: number;
  last: number;
}

const within = ({ uploadId, first, last }: Stretch) =>
  sql`a.upload_id = ${uploadId} and a.id between ${first} and ${last} and a.deleted_at is null`;

const hasVerification = sql`(a.status in ('visited', 'submitted')
  or exists (select from verifications v where v.applicant_id = a.id))`;
/** Whether any visit has arrived. Attempts, held visits and visits without their photos count too. */
const hasVisit = sql`exists (select from visits v where v.applicant_id = a.id)`;

/** Locks applicants in the order of their ids, so that concurrent transactions can't deadlock. */
export async function lockStretch(db: Db, stretch: Stretch): Promise<void> {
  await sql`
    with locked as materialized (
      select a.id from applicants a where ${within(stretch)} order by a.id for update
    ) select count(*) from locked`.execute(db);
}

/**
 * Deletes the locked applicants without a visit, and returns their number. Runs in its own statement,
 * because the locking statement doesn't see visits that arrived while it waited.
 */
export async function removeUnvisited(db: Db, actor: Actor, stretch: Stretch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with removed as (
      update applicants a set deleted_at = now(), updated_at = now()
      where ${within(stretch)} and not ${hasVerification} and not ${hasVisit}
      returning a.id, a.status, a.assigned_agent_id
    ), recorded as (
      ${insertAudit}
      select ${actor.id}::bigint, 'delete', 'applicant', id,
        jsonb_build_object('status', status, 'assigned_agent_id', assigned_agent_id), null,
        ${actor.requestId}::text, ${actor.address}::text
      from removed order by id
    ) select count(*) from removed`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findKept(
  db: Db,
  stretch: Stretch,
): Promise<Pick<UploadUndone, 'kept' | 'kept_count'>> {
  const { rows } = await sql<UploadUndone['kept'][number] & { kept_count: number }>`
    select a.id, a.application_id, a.applicant_name, count(*) over () as kept_count,
      case when ${hasVerification} then 'visited' else 'visit_started' end as because
    from applicants a where ${within(stretch)} order by a.id limit ${keptNamed}`.execute(db);
  return {
    kept_count: rows[0]?.kept_count ?? 0,
    kept: rows.map(({ kept_count: _, ...kept }) => kept),
  };
}
