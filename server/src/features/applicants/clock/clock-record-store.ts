import type { ClockDetails } from '@doorstep/contract/clock';
import { sql } from 'kysely';
import { type Db, prepared } from '../../../db/connection.ts';
import { isoUtc } from '../../../db/moments.ts';

/** Returns undefined if the portfolio has no lender and no rule was applied. */
export async function findClockDetails(db: Db, applicantId: number) {
  const { rows } = await sql<Omit<ClockDetails, 'rule'> & { rule_id: number | null }>`
    select ${prepared} a.rule_id, l.name as lender, coalesce(a.received_at, a.created_at) as received_at,
      a.received_at is not null as is_received_by_hand, a.clock_stopped_at as stopped_at, a.withdrawn_at,
      coalesce((select json_agg(json_build_object('because', p.because, 'from', ${isoUtc(sql`p.from_at`)},
          'to', ${isoUtc(sql`p.to_at`)}, 'by', u.name) order by p.id)
        from clock_pauses p join users u on u.id = p.by_id where p.applicant_id = a.id), '[]') as pauses
    from applicants a
    left join turnaround_rules r on r.id = a.rule_id
    left join lender_portfolios p on p.portfolio_name = a.portfolio_name
    join lenders l on l.id = coalesce(r.lender_id, p.lender_id)
    where a.id = ${applicantId}`.execute(db);
  return rows[0];
}
