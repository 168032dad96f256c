import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import {
  type ClockBasis,
  clockBasis,
  type DeadlineColumns,
  deadlineRecord,
} from '../../domain/clock/clock-store.ts';

export type OpenApplicant = ClockBasis & { application_id: string; applicant_name: string };

/**
 * Selects the open applicants `a` of a lender. If an applicant's portfolio belongs to no lender, uses the
 * lender of the applicant's rule.
 */
const openOf = (lenderId: number) => sql`applicants a
  where a.deleted_at is null and a.clock_stopped_at is null and a.withdrawn_at is null
    and a.status in ('pending', 'assigned', 'visited') and (
      a.portfolio_name = any(select portfolio_name from lender_portfolios where lender_id = ${lenderId})
      or (a.rule_id = any(select id from turnaround_rules where lender_id = ${lenderId})
        and not exists (select from lender_portfolios p where p.portfolio_name = a.portfolio_name)))`;

export async function countDue(db: Db, lenderId: number): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from ${openOf(lenderId)} and a.due_at is not null`.execute(db);
  return rows[0]?.due ?? 0;
}

export async function listOpenApplicants(
  db: Db,
  lenderId: number,
  { isLocking }: { isLocking: boolean },
): Promise<OpenApplicant[]> {
  const open = sql`${openOf(lenderId)} order by a.id`;
  // Locks in a separate statement, because a single statement would not see pauses that ended while it waited
  // for the lock.
  if (isLocking) await sql`select from ${open} for update of a`.execute(db);
  const { rows } = await sql<OpenApplicant>`
    select ${clockBasis}, a.application_id, a.applicant_name from ${open}`.execute(db);
  return rows;
}

export type Move = { id: number } & DeadlineColumns;

export async function moveDeadlines(db: Db, moves: readonly Move[]): Promise<void> {
  await sql`
    update applicants a set rule_id = m.rule_id, due_at = m.due_at, warn_unassigned_at = m.warn_unassigned_at,
      warn_unvisited_at = m.warn_unvisited_at, warn_undecided_at = m.warn_undecided_at, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (id bigint, ${deadlineRecord})
    where a.id = m.id`.execute(db);
}
