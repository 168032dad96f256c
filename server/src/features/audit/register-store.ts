import { sql } from 'kysely';
import type { Db } from '../../db/connection.ts';

const actions = [
  ...['decide', 'first_look', 'confirm', 'differ', 'settle', 'keep_decision', 'undo'],
  ...['send_back', 'undo_send_back', 'dismiss_finding', 'review_again'],
  ...['owe_callback', 'ask_callback', 'record_callback', 'dispute'],
];

export interface RegisterRow {
  id: number;
  at: string;
  subject: string;
  action: string;
  subject_id: number | null;
  actor: { id: number; name: string } | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  application_id: string;
  portfolio_name: string;
  lender: string | null;
  visit_type: string;
  agent: string;
  /** The reason why the verification got a second look; null if this row is not the second decision. */
  look_because: string | null;
}

export async function listRegister(db: Db, from: string, until: string): Promise<RegisterRow[]> {
  const { rows } = await sql<RegisterRow>`
    select e.id, e.at, e.subject, e.action, e.subject_id, case when actor.id is not null then jsonb_build_object('id', actor.id, 'name', actor.name) end as actor, e.before, e.after,
      a.application_id, a.portfolio_name, a.visit_type, agent.name as agent, l.name as lender, s.because as look_because
    from audit e join verifications v on v.id = e.subject_id join applicants a on a.id = v.applicant_id
      join users agent on agent.id = v.agent_id left join users actor on actor.id = e.actor_id
      left join lender_portfolios p on p.portfolio_name = a.portfolio_name
      left join lenders l on l.id = p.lender_id and l.deleted_at is null
      left join second_looks s on s.verification_id = v.id and s.second_at = e.at
    where e.subject = 'verification' and e.action = any(${actions}::text[]) and e.at >= ${from} and e.at < ${until}
    order by e.at, e.id`.execute(db);
  return rows;
}
