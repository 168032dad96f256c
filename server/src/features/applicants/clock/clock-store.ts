import type { PauseReason } from '@doorstep/contract/clock';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { updateRow } from '../../../db/update-row.ts';
import type { StoredApplicant } from '../applicant-rows.ts';
import { findApplicant } from '../applicant-store.ts';

export function lockClock(db: Db, id: number) {
  return db
    .selectFrom('applicants as a')
    .leftJoin('lender_portfolios as p', 'p.portfolio_name', 'a.portfolio_name')
    .select(['a.id', 'a.applicant_name', 'a.portfolio_name', 'a.updated_at', 'a.created_at'])
    .select(['a.rule_id', 'a.due_at', 'a.warn_unassigned_at', 'a.warn_unvisited_at'])
    .select(['a.warn_undecided_at', 'a.is_urgent', 'a.received_at', 'a.paused_at'])
    .select(['a.withdrawn_at', 'a.clock_stopped_at', 'a.anonymised_at', 'p.lender_id'])
    .where('a.id', '=', id)
    .where('a.deleted_at', 'is', null)
    .forUpdate('a')
    .executeTakeFirst();
}
export type LockedClock = NonNullable<Awaited<ReturnType<typeof lockClock>>>;

export async function beginPause(
  db: Db,
  applicantId: number,
  { because, adminId }: { because: PauseReason; adminId: number },
): Promise<void> {
  await db
    .insertInto('clock_pauses')
    .values({ applicant_id: applicantId, because, by_id: adminId })
    .execute();
}

export function endPause(db: Db, applicantId: number, adminId: number) {
  return db
    .updateTable('clock_pauses')
    .set({ to_at: sql`now()`, resumed_by: adminId })
    .where('applicant_id', '=', applicantId)
    .where('to_at', 'is', null)
    .returning(['from_at', 'to_at'])
    .executeTakeFirst();
}

interface Clock {
  is_urgent?: boolean;
  received_at?: string | null;
  paused_at?: 'now' | null;
  withdrawn_at?: 'now' | null;
}

const moment = (value: 'now' | null) => (value === null ? null : sql<string>`now()`);

export async function setClock(
  db: Db,
  id: number,
  { paused_at, withdrawn_at, ...change }: Clock,
): Promise<StoredApplicant> {
  const columns = {
    ...change,
    ...(paused_at !== undefined && { paused_at: moment(paused_at) }),
    ...(withdrawn_at !== undefined && { withdrawn_at: moment(withdrawn_at) }),
  };
  if (Object.keys(columns).length > 0) {
    await updateRow(db, 'applicants', id, { ...columns, updated_at: sql`now()` });
  }
  const applicant = await findApplicant(db, id);
  if (!applicant) throw new Error(`Applicant ${id} no longer exists although it was locked`);
  return applicant;
}
