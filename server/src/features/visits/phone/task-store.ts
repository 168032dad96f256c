import type { ApplicantStatus } from '@doorstep/contract/applicants/status';
import { messagesOnPhone } from '@doorstep/contract/messages';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { isoUtc } from '../../../db/moments.ts';
import { openTasksOf } from '../../../domain/fetched-tasks.ts';
import { arrivedAt } from '../../../domain/visits/server-time.ts';
import { visitedOrSubmittedAt } from '../../../domain/visits/visit-of-verification.ts';

/** The maximum number of calls that a phone receives with a task. */
const callsOnPhone = 20;

const attempts = sql<AgentTask['attempts']>`coalesce((
  select json_agg(json_build_object('outcome', v.outcome, 'at', ${isoUtc(sql`coalesce(${arrivedAt('v')}, v.received_at)`)},
    'try_again_at', ${isoUtc(sql`v.try_again_at`)}, 'by', u.name) order by v.received_at, v.id)
  from visits v join users u on u.id = v.agent_id
  where v.applicant_id = a.id and not v.is_final and v.standing = 'counted'), '[]')`;

const calls = sql<NonNullable<AgentTask['calls']>>`coalesce((
  select json_agg(json_build_object('id', c.id, 'at', ${isoUtc(sql`c.at`)}, 'result', c.result,
    'appointment_at', ${isoUtc(sql`c.appointment_at`)}, 'by', u.name, 'assignment_version', c.assignment_version)
    order by c.at, c.id)
  from (select * from calls where applicant_id = a.id order by at desc, id limit ${callsOnPhone}) c
  join users u on u.id = c.agent_id), '[]')`;

const related = sql<AgentTask['related']>`coalesce((
  select json_agg(json_build_object('applicant_type', o.applicant_type, 'visit_type', o.visit_type,
    'name', o.applicant_name) order by o.id)
  from applicants o where o.application_id = a.application_id and o.id <> a.id and o.deleted_at is null), '[]')`;

const sentBack = sql<AgentTask['sent_back']>`(
  select json_build_object('at', ${isoUtc(sql`s.at`)}, 'reasons', s.reasons, 'note', s.note, 'photos_wanted', s.photos_wanted)
  from send_backs s join verifications v on v.id = s.verification_id
  where v.applicant_id = a.id and s.answered_by is null order by s.id desc limit 1)`;

const messages = sql<AgentTask['messages'] | null>`(
  select json_agg(json_build_object('id', m.id, 'is_from_office', m.is_from_office, 'by', u.name, 'text', m.text,
    'sent_at', ${isoUtc(sql`m.sent_at`)}, 'is_read', m.read_at is not null) order by m.number)
  from (select * from messages where applicant_id = a.id and agent_id = a.assigned_agent_id
    order by number desc limit ${sql.lit(messagesOnPhone)}) as m
  join users u on u.id = m.author_id)`;

/**
 * The area in which visits to the pin code usually take place. The values are rounded, so that phones store
 * no exact places, and so that the daily update of an area rarely changes a task.
 */
const usualArea = sql<AgentTask['usual_area']>`(
  select json_build_object('latitude', round(l.latitude::numeric, 2), 'longitude', round(l.longitude::numeric, 2),
    'radius_m', greatest(1000, ceil(l.p95_m / 500) * 500))
  from learned_places l where l.pin_code = a.pin_code)`;

type OpenTask = Omit<AgentTask, 'revision'> & { is_fetched: boolean };

export async function listOpenTasks(db: Db, agentId: number): Promise<OpenTask[]> {
  const rows = await openTasksOf(db, agentId)
    .select([
      'a.assigned_at',
      sql<string | null>`case when a.clock_runs then a.due_at end`.as('due_at'),
      usualArea.as('usual_area'),
      attempts.as('attempts'),
      calls.as('calls'),
      messages.as('messages'),
      related.as('related'),
      sentBack.as('sent_back'),
    ])
    .orderBy('a.id')
    .execute();
  return rows.map(({ messages: sent, ...task }) => ({ ...task, ...(sent && { messages: sent }) }));
}

/** Returns undefined if this agent never had the applicant. */
export function lockTask(db: Db, id: number, agentId: number) {
  return db
    .selectFrom('applicants as a')
    .select([
      'a.id',
      'a.status',
      'a.assigned_agent_id',
      'a.assignment_version',
      'a.deleted_at',
      'a.anonymised_at',
    ])
    .where('a.id', '=', id)
    .where(
      sql<boolean>`exists (select from assignments s where s.applicant_id = a.id and s.agent_id = ${agentId})`,
    )
    .forUpdate('a')
    .executeTakeFirst();
}

export async function findVisitType(db: Db, applicantId: number): Promise<string> {
  const applicant = await db
    .selectFrom('applicants')
    .select('visit_type')
    .where('id', '=', applicantId)
    .executeTakeFirst();
  return applicant?.visit_type ?? '';
}

export interface FormerTask {
  id: number;
  status: ApplicantStatus;
  deleted_at: string | null;
  updated_at: string;
  assigned_at: string | null;
  /** Another agent who has the applicant now, if any. */
  holder: string | null;
  /** The agent of the latest verification, unless it is this agent. */
  visitor: string | null;
  visited_at: string | null;
  /** Whether this agent was the last to have the applicant, and gave the task back. */
  was_given_back: boolean;
}

export async function findFormerTasks(
  db: Db,
  agentId: number,
  ids: number[],
): Promise<FormerTask[]> {
  const { rows } = await sql<FormerTask>`
    select a.id, a.status, a.deleted_at, a.updated_at, a.assigned_at, holder.name as holder,
      visitor.name as visitor, v.visited_at,
      exists (select from assignments s where s.applicant_id = a.id and s.agent_id = ${agentId}
        and s.at <= a.given_back_at and not exists (
          select from assignments later where later.applicant_id = a.id and later.version > s.version
        )) as was_given_back
    from applicants a
    left join users holder on holder.id = a.assigned_agent_id and holder.id <> ${agentId}
    left join lateral (select v.agent_id, ${visitedOrSubmittedAt} as visited_at from verifications v
      where v.applicant_id = a.id order by v.id desc limit 1) v on true
    left join users visitor on visitor.id = v.agent_id and visitor.id <> ${agentId}
    where a.id = any(${ids}::bigint[])
      and exists (select from assignments s where s.applicant_id = a.id and s.agent_id = ${agentId})`.execute(
    db,
  );
  return rows;
}
