import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import {
  blindDecision,
  type MonthPairs,
  monthOf,
  type Period,
  reached,
  type Share,
  type Time,
  wasRight,
} from './calibration-store.ts';

export async function readReviewerFigures(db: Db, id: number, period: Period) {
  const pairs = await sql<MonthPairs>`
    select ${monthOf(sql`second_at`, period)} as month, drawn_percent as percent, count(*) as count,
      case when first_by = ${id} then first_decision else ${blindDecision} end as own,
      case when first_by = ${id} then ${blindDecision} else first_decision end as other
    from second_looks where drawn_percent is not null and second_at >= ${period.from} and (first_by = ${id} or second_by = ${id})
    group by 1, 2, 4, 5`.execute(db);
  const sentBack = await sql<Share>`
    select month, count(*) as cases, count(*) filter (where is_hit) as hits from (
      select ${monthOf(sql`decided_at`, period)} as month, false as is_hit from verifications
        where decided_by = ${id} and decided_at >= ${period.from}
      union all
      select ${monthOf(sql`at`, period)}, true from send_backs where by_id = ${id} and at >= ${period.from}) as acts
    group by month`.execute(db);
  const dismissed = await sql<Share>`
    select ${monthOf(sql`f.dismissed_at`, period)} as month, count(*) as cases, count(*) filter (where ${wasRight}) as hits
    from evidence_findings f join verifications v on v.id = f.verification_id
    where f.dismissed_by = ${id} and f.dismissed_at >= ${period.from} group by 1`.execute(db);
  const callbacks = await sql<Share>`
    select ${monthOf(sql`v.decided_at`, period)} as month, count(*) as cases,
      count(*) filter (where c.result = 'confirms') as hits
    from verifications v join ${reached}
    where v.decided_by = ${id} and v.decided_at >= ${period.from} group by 1`.execute(db);
  const time = await sql<Time>`
    select month, count(*) as cases,
      round((percentile_cont(0.5) within group (order by seconds))::numeric)::int as seconds
    from (
      select ${monthOf(sql`acted_at`, period)} as month, extract(epoch from acted_at - shown_at)::float8 as seconds
      from review_timings where admin_id = ${id} and acted_at >= ${period.from} and action <> 'skip') as timed
    group by grouping sets ((month), ())`.execute(db);
  return {
    pairs: pairs.rows,
    sentBack: sentBack.rows,
    dismissed: dismissed.rows,
    callbacks: callbacks.rows,
    time: time.rows,
  };
}
