import { limits } from '@doorstep/contract/limits';
import { type AgentCall, type sendCall, unansweredResults } from '@doorstep/contract/visits/calls';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';

type SentCall = Extract<z.output<typeof sendCall.body>, { call_id: string }>;

/**
 * Adds a call. Returns false if the call is already stored, or if the agent already has the maximum number
 * of calls to the applicant. The caller must have locked the applicant.
 */
export async function addCall(
  db: Db,
  { applicantId, agentId }: { applicantId: number; agentId: number },
  call: SentCall,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into calls (id, applicant_id, agent_id, assignment_version, at, result, appointment_at)
    -- The time is at most now, because a phone's clock may be fast.
    select ${call.call_id}::uuid, ${applicantId}::bigint, ${agentId}::bigint, ${call.assignment_version}::int,
      least(${call.at}::timestamptz, now()), ${call.result}::text, ${call.appointment_at}::timestamptz
    where (select count(*) from calls
      where applicant_id = ${applicantId} and agent_id = ${agentId}) < ${limits.callsPerTask}
    on conflict do nothing returning id`.execute(db);
  return rows.length > 0;
}

export async function countUnanswered(
  db: Db,
  { id, version, agentId }: { id: number; version: number; agentId: number },
): Promise<number> {
  return countRows(
    db
      .selectFrom('calls')
      .where('applicant_id', '=', id)
      .where('assignment_version', '=', version)
      .where('agent_id', '=', agentId)
      .where('result', 'in', unansweredResults),
  );
}

export function listCallsTo(db: Db, applicantId: number): Promise<AgentCall[]> {
  return db
    .selectFrom('calls as c')
    .innerJoin('users as u', 'u.id', 'c.agent_id')
    .select([
      'c.id',
      'c.at',
      'c.result',
      'c.appointment_at',
      'u.name as by',
      'c.assignment_version',
    ])
    .where('c.applicant_id', '=', applicantId)
    .orderBy('c.at', 'desc')
    .orderBy('c.id')
    .execute();
}
