import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';

/** An applicant in an e-mail. No field may identify the person or the place. */
export interface DueApplicant {
  id: number;
  application_id: string;
  portfolio_name: string;
  due_at: string;
}

export interface DueList {
  count: number;
  first: DueApplicant[];
}

export async function readDueList(
  db: Db,
  isDue: RawBuilder<boolean>,
  order: 'asc' | 'desc',
  most: number,
): Promise<DueList> {
  const { rows } = await sql<DueApplicant & { count: number }>`
    select a.id, a.application_id, a.portfolio_name, a.due_at, count(*) over () as count
    from applicants a where ${isDue} order by a.due_at ${sql.raw(order)}, a.id limit ${most}`.execute(
    db,
  );
  return {
    count: rows[0]?.count ?? 0,
    first: rows.map(({ count: _, ...applicant }) => applicant),
  };
}
