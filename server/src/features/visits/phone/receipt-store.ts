import type { visitReceipts } from '@doorstep/contract/visits/phone';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { Db } from '../../../db/connection.ts';

type Receipt = z.output<typeof visitReceipts.response>['receipts'][number];

/**
 * Returns the state of each visit. A visit of another agent is `unknown`. While photos or the signature are
 * missing, the state is always `waiting_photos`, because a later state such as `received` would make the
 * phone delete them.
 */
export async function findReceipts(db: Db, agentId: number, ids: string[]): Promise<Receipt[]> {
  const { rows } = await sql<Receipt>`
    select v.id as visit_id, v.held_because,
      case when v.completed_at is null then 'waiting_photos'
        when v.standing <> 'counted' then v.standing
        when w.sent_back_at is not null then 'sent_back'
        when w.admin_decision <> 'pending' then 'decided'
        else 'received' end as state,
      case when v.completed_at is null or v.standing = 'held' then v.received_at
        when v.standing = 'set_aside' then v.resolved_at
        when w.sent_back_at is not null then w.sent_back_at
        when w.admin_decision <> 'pending' then w.decided_at
        else v.completed_at end as at,
      case v.held_because
        when 'reassigned' then (select u.name from applicants a join users u on u.id = a.assigned_agent_id
          where a.id = v.applicant_id and u.id <> v.agent_id)
        when 'already_visited' then (select case when u.id <> v.agent_id then u.name end
          from verifications l join users u on u.id = l.agent_id
          where l.applicant_id = v.applicant_id order by l.id desc limit 1) end as colleague
    from visits v left join verifications w on w.visit_id = v.id
    where v.id = any(${ids}::uuid[]) and v.agent_id = ${agentId}`.execute(db);
  const known = new Map(rows.map((row) => [row.visit_id, row]));
  return [...new Set(ids)].map(
    (visit_id) =>
      known.get(visit_id) ?? {
        ...{ visit_id, state: 'unknown', held_because: null, colleague: null, at: null },
      },
  );
}
