import { limits } from '@doorstep/contract/limits';
import {
  type AgentCall,
  type CallResult,
  unansweredResults,
} from '@doorstep/contract/visits/calls';
import { sql } from 'kysely';
import type { Db } from '../../../db/connection.ts';
import { countRows } from '../../../db/count-rows.ts';

export interface NewCall {
  id: string;
  applicantId: number;
  agentId: number;
  version: number;
  at: string;
  result: CallResult;
  appointmentAt: string | null;
}

/**
 * Adds a call. Returns false if the call is already stored, or if the agent already has the maximum number
 * of calls to the applicant. The caller must have locked the applicant.
 */
export async function addCall(db: Db, call: NewCall): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    insert into calls (id, applicant_id, agent_id, assignment_version, at, result, appointment_at)
    -- A phone's clock may be fast.
    select ${call.id}::uuid, ${call.applicantId}::bigint, ${call.agentId}::bigint, ${call.version}::int,
      least(${call.at}::timestamptz, now()), ${call.result}::text, ${call.appointmentAt}::timestamptz
    where (select count(*) from calls
      where applicant_id = ${call.applicantId} and agent_id = ${call.agentId}) < ${limits.callsPerTask}
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
