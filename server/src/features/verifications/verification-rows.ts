import { type RawBuilder, sql } from 'kysely';

/** What a row of the list shows of the verifications `v`. */
export const summaryOf = (ids: RawBuilder<unknown>) => sql`
  select v.id as verification_id, a.application_id as applicant_ids, a.applicant_name as applicant,
    agent.name as agent, v.overall_observation, v.admin_decision, a.portfolio_name, a.visit_type, v.image_count,
    v.submitted_at
  from (${ids}) as listed join verifications v on v.id = listed.id
  join applicants a on a.id = v.applicant_id join users agent on agent.id = v.agent_id`;
