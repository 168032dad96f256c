import { type AgentWork, agentWorkDays } from '@doorstep/contract/agents';
import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isoUtc } from '../../db/moments.ts';
import { lastSeen } from '../../domain/users/last-seen.ts';
import { arrivedAt } from '../../domain/visits/server-time.ts';

type Row = Omit<AgentWork, 'late' | 'due_today'> & {
  late: number;
  due_today: number;
  has_lenders: boolean;
};

const visitedAt = sql`coalesce(${arrivedAt('v')}, v.received_at)`;

export async function readAgentWork(
  db: Db,
  id: number,
  timeZone: string,
  now = Temporal.Now.instant(),
): Promise<AgentWork | undefined> {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const first = today.subtract({ days: agentWorkDays - 1 });
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant().toString();
  // Passes the times as values, because the planner can't estimate how few rows are later than an expression.
  const [from, start, end] = [startOf(first), startOf(today), startOf(today.add({ days: 1 }))];
  const { rows } = await sql<Row>`
    with recent as materialized (
      select id, applicant_id, visit_id, submitted_at, agent_id from verifications
      where agent_id = ${id} and submitted_at >= ${from}
    ), judged as (
      select (r.submitted_at at time zone ${timeZone})::date as day,
        extract(epoch from r.submitted_at - (
          select max(s.at) from assignments s
          where s.applicant_id = r.applicant_id and s.agent_id = r.agent_id and s.at <= r.submitted_at
        )) / 60 as minutes,
        exists (select from send_backs b where b.verification_id = r.id) as is_sent_back,
        (select count(*) from evidence_findings f
          where f.verification_id = r.id and f.level = 'serious' and f.dismissed_by is null) as findings
      from recent r
    ), days as (
      select day::date, count(judged.*) as visits, round(avg(minutes))::int as minutes,
        count(*) filter (where is_sent_back) as sent_back, coalesce(sum(findings), 0)::int as findings
      from generate_series(${first.toString()}::date, ${today.toString()}::date, interval '1 day') as day
      left join judged using (day) group by day
    ), visited as (
      select v.applicant_id, v.outcome, v.is_final, ${visitedAt} as at from visits v
      where v.agent_id = ${id} and v.arrived_at >= ${start}::timestamptz - interval '1 day'
      union
      select v.applicant_id, v.outcome, v.is_final, ${visitedAt} from recent r join visits v on v.id = r.visit_id
      where r.submitted_at >= ${start}
    ), open_work as (
      select count(*) as open, count(*) filter (where clock_runs and due_at < ${now.toString()}) as late,
        count(*) filter (where clock_runs and due_at >= ${now.toString()} and due_at < ${end}) as due_today
      from applicants where assigned_agent_id = ${id} and status = 'assigned' and deleted_at is null
    )
    select u.id, u.name, u.phone_number, u.is_active, open_work.*,
      exists (select from lenders where deleted_at is null) as has_lenders,
      ${lastSeen} as last_seen,
      (select label from devices d where d.agent_id = u.id and d.revoked_at is null
        order by d.created_at desc limit 1) as phone,
      (select json_build_object('count', count(*), 'since', ${isoUtc(sql`min(v.received_at)`)}) from visits v
        where v.agent_id = u.id and v.completed_at is null) as to_send,
      coalesce((select json_agg(json_build_object('applicant_id', v.applicant_id, 'applicant', a.applicant_name,
          'outcome', v.outcome, 'is_final', v.is_final, 'at', ${isoUtc(sql`v.at`)}) order by v.at)
        from visited v join applicants a on a.id = v.applicant_id
        where v.at >= ${start} and v.at < ${end}), '[]') as today,
      (select json_agg(json_build_object('day', day::text, 'visits', visits, 'minutes', minutes,
        'sent_back', sent_back, 'findings', findings) order by day) from days) as days
    from users u cross join open_work
    where u.id = ${id} and not u.is_admin and u.deleted_at is null`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { has_lenders, late, due_today, ...work } = row;
  return { ...work, ...(has_lenders && { late, due_today }) };
}
