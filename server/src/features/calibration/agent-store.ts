import { type RawBuilder, sql } from 'kysely';
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

const visits = (id: number, period: Period, columns: RawBuilder<unknown>) => sql`(
  select ${monthOf(sql`submitted_at`, period)} as month, ${columns} from verifications
  where agent_id = ${id} and submitted_at >= ${period.from}) as v`;

export async function readAgentFigures(db: Db, id: number, period: Period) {
  const pairs = await sql<MonthPairs>`
    select v.month, l.drawn_percent as percent, v.overall_observation as own, ${blindDecision} as other, count(*) as count
    from ${visits(id, period, sql`id, overall_observation`)} join second_looks l on l.verification_id = v.id
    where l.drawn_percent is not null and l.second_decision is not null group by 1, 2, 3, 4`.execute(
    db,
  );
  const sentBack = await sql<Share>`
    select v.month, count(*) as cases,
      count(*) filter (where exists (select from send_backs b where b.verification_id = v.id)) as hits
    from ${visits(id, period, sql`id`)} group by 1`.execute(db);
  const dismissed = await sql<Share>`
    select v.month, count(*) as cases, count(*) filter (where ${wasRight}) as hits
    from ${visits(id, period, sql`id, admin_decision, decided_at, decided_by`)}
      join evidence_findings f on f.verification_id = v.id
    where f.dismissed_by is not null group by 1`.execute(db);
  const callbacks = await sql<Share>`
    select v.month, count(*) as cases, count(*) filter (where c.result = 'confirms') as hits
    from ${visits(id, period, sql`id`)} join ${reached} group by 1`.execute(db);
  const time = await sql<Time>`
    select v.month, count(*) as cases,
      round((percentile_cont(0.5) within group (order by extract(epoch from w.left_at - w.arrived_at)::float8))::numeric)::int as seconds
    from ${visits(id, period, sql`visit_id`)} join visits w on w.id = v.visit_id
    where w.left_at > w.arrived_at group by grouping sets ((v.month), ())`.execute(db);
  return {
    pairs: pairs.rows,
    sentBack: sentBack.rows,
    dismissed: dismissed.rows,
    callbacks: callbacks.rows,
    time: time.rows,
  };
}
