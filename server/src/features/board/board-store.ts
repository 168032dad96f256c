import type { Attention, Board, BoardAgent, BoardLender } from '@doorstep/contract/board';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/connection.ts';
import { isoUtc } from '../../db/moments.ts';
import { waitsForLender } from '../../domain/clock/due-filter.ts';
import { isInTime } from '../../domain/clock/reported-times.ts';
import { queueCounts } from '../../domain/review/review-queue.ts';
import { isOpen } from '../../domain/review/second-look-access.ts';
import { lastSeen } from '../../domain/users/last-seen.ts';

/**
 * A moment, and the start and end of its day. They are parameters of the query, because with SQL expressions
 * the planner couldn't estimate how few rows belong to today.
 */
export interface BoardMoment {
  now: string;
  day: string;
  start: string;
  end: string;
}

interface BoardRow {
  unassigned: number;
  out: number;
  to_review: number;
  callbacks: number;
  second_looks: number;
  due_soon: number;
  held: Attention;
  given_back: Attention;
  serious: Attention;
  late: Attention;
  messages: Attention;
  agents: BoardAgent[];
  lenders: BoardLender[];
}

const few = 3;

/** Selects only columns of the index `applicants_due`, so that an index-only scan answers the query. */
const dueWork = ({ now, end }: BoardMoment) => sql`
  select id, assigned_agent_id, status, portfolio_name, due_at, due_at < ${now} as is_late
  from applicants where clock_runs and due_at < ${end}`;

const attentionWork = sql`
  held as (
    select applicant_id, null::bigint as verification_id, received_at as at from visits where standing = 'held'
  ), given_back as (
    select id as applicant_id, null::bigint as verification_id, given_back_at as at from applicants
    where status = 'pending' and deleted_at is null and given_back_at is not null
  ), serious as (
    select v.applicant_id, v.id as verification_id, v.submitted_at as at from verifications v
    where v.admin_decision = 'pending' and v.sent_back_at is null and v.photos_expected <= v.image_count
      and v.second_look is null
      and exists (select from evidence_findings f
        where f.verification_id = v.id and f.level = 'serious' and f.dismissed_by is null)
  ), late as (
    select id as applicant_id, null::bigint as verification_id, due_at as at from due where is_late
  ), messages as (
    select id as applicant_id, null::bigint as verification_id, unread_since as at from applicants
    where unread_since is not null and deleted_at is null
  )`;

const attentionOf = (part: 'held' | 'given_back' | 'serious' | 'late' | 'messages') => sql`
  json_build_object('count', (select count(*) from ${sql.table(part)}), 'first', coalesce((
    select json_agg(json_build_object('applicant_id', found.applicant_id, 'applicant', a.applicant_name,
      'verification_id', found.verification_id, 'at', ${isoUtc(sql`found.at`)}) order by found.at, a.id)
    from (select * from ${sql.table(part)} order by at, applicant_id limit ${few}) as found
    join applicants a on a.id = found.applicant_id), '[]')) as ${sql.ref(part)}`;

const sumOf = (status: 'pending' | 'assigned') =>
  sql`(select coalesce(sum(${sql.ref(status)}), 0)::bigint from applicant_sums
    where span = 'all' and start = '-infinity')`;

const agents = ({ start }: BoardMoment) => sql`
  select u.id, u.name, u.is_active, coalesce(work.open, 0) as open, coalesce(visited.count, 0) as visited_today,
    coalesce(unsent.count, 0) as to_send,
    ${lastSeen} as last_seen,
    coalesce(theirs.today, 0) as due_today, coalesce(theirs.late, 0) as late
  from users u
  left join lateral (
    select count(*) as open from applicants a
    where a.assigned_agent_id = u.id and a.status = 'assigned' and a.deleted_at is null
  ) as work on true
  left join (
    select agent_id, count(*) from verifications where submitted_at >= ${start} group by agent_id
  ) as visited on visited.agent_id = u.id
  left join (
    select agent_id, count(*) from visits where completed_at is null group by agent_id
  ) as unsent on unsent.agent_id = u.id
  left join (
    select assigned_agent_id, count(*) filter (where not is_late) as today, count(*) filter (where is_late) as late
    from due where status = 'assigned' group by assigned_agent_id
  ) as theirs on theirs.assigned_agent_id = u.id
  where not u.is_admin and u.deleted_at is null and (u.is_active or work.open > 0)
  order by late desc, due_today desc, open desc, lower(u.name), u.id`;

const byLender = (portfolios: RawBuilder<unknown>, columns: RawBuilder<unknown>) => sql`
  select p.lender_id, ${columns} from (${portfolios}) as counted
  join lender_portfolios p using (portfolio_name) group by p.lender_id`;

const lenders = ({ now, day, start }: BoardMoment) => sql`
  select l.id, l.name, coalesce(taken_in.count, 0)::bigint as in_today, coalesce(done.count, 0)::bigint as done_today,
    coalesce(done.in_time, 0)::bigint as in_time_today, coalesce(behind.count, 0)::bigint as late,
    coalesce(asked.count, 0)::bigint as questions,
    (
      -- Reads only the first applicant of each portfolio and status, which an index finds directly.
      select json_build_object('applicant_id', a.id, 'applicant', a.applicant_name, 'created_at', ${isoUtc(sql`a.created_at`)})
      from lender_portfolios p cross join unnest(array['pending', 'assigned', 'visited']) as one (status)
      cross join lateral (
        select id, applicant_name, created_at from applicants
        where portfolio_name = p.portfolio_name and status = one.status and deleted_at is null and withdrawn_at is null
        order by id limit 1
      ) as a
      where p.lender_id = l.id order by a.id limit 1
    ) as oldest
  from lenders l
  left join (${byLender(
    sql`select portfolio_name, pending + assigned + visited + submitted as added from applicant_sums
      where span = 'day' and start = ${day}::date`,
    sql`sum(added) as count`,
  )}) as taken_in on taken_in.lender_id = l.id
  left join (${byLender(
    sql`select portfolio_name, count(*), count(*) filter (where ${isInTime}) as in_time from applicants a
      where clock_stopped_at >= ${start} and clock_stopped_at <= ${now} and deleted_at is null group by portfolio_name`,
    sql`sum(count) as count, sum(in_time) as in_time`,
  )}) as done on done.lender_id = l.id
  left join (${byLender(
    sql`select portfolio_name, count(*) from due where is_late group by portfolio_name`,
    sql`sum(count) as count`,
  )}) as behind on behind.lender_id = l.id
  left join (${byLender(
    sql`select portfolio_name, count(*) from applicants a where ${waitsForLender} group by portfolio_name`,
    sql`sum(count) as count`,
  )}) as asked on asked.lender_id = l.id
  where l.deleted_at is null order by lower(l.name)`;

/**
 * Reads the board in one statement, so that all numbers come from one snapshot. `isDueSoon` is a condition
 * on applicants `a`. If this condition is undefined, the board has no due times.
 */
export async function readBoardAt(
  db: Db,
  moment: BoardMoment,
  isDueSoon: RawBuilder<boolean> | undefined,
): Promise<Board> {
  const { rows } = await sql<BoardRow>`
    with due as materialized (${dueWork(moment)}), ${attentionWork}
    select ${sumOf('pending')} as unassigned, ${sumOf('assigned')} as out,
      queue.waiting as to_review, queue.callbacks,
      (select count(*) from second_looks l join verifications v on v.id = l.verification_id
        where ${isOpen} and v.sent_back_at is null) as second_looks,
      (select count(*) from applicants a where ${isDueSoon ?? sql`false`}) as due_soon,
      ${attentionOf('held')}, ${attentionOf('given_back')}, ${attentionOf('serious')}, ${attentionOf('late')},
      ${attentionOf('messages')},
      coalesce((select json_agg(agents) from (${agents(moment)}) as agents), '[]') as agents,
      coalesce((select json_agg(lenders) from (${lenders(moment)}) as lenders), '[]') as lenders
    from (${queueCounts}) as queue`.execute(db);
  const { held, given_back, serious, late, messages, due_soon, second_looks, ...board } =
    rows[0] as BoardRow;
  const attention = { held, given_back, serious, messages };
  if (!isDueSoon) return { ...board, attention, agents: board.agents.map(withoutClock) };
  return { ...board, second_looks, due_soon, late: late.count, attention: { ...attention, late } };
}

const withoutClock = ({ due_today: _, late: __, ...agent }: BoardAgent): BoardAgent => agent;
