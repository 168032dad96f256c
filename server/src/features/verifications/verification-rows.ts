import type { SentBack } from '@doorstep/contract/verifications';
import { type RawBuilder, sql } from 'kysely';
import { outcome, tries } from '../../domain/visits/visit-of-verification.ts';

/** Why and by whom it was last sent back, with the verification that came in answer. */
export const sentBack = sql<SentBack | null>`case when v.sent_back_at is not null then (
  select json_build_object('at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', sender.name,
    'reasons', s.reasons, 'note', s.note, 'photos_wanted', s.photos_wanted, 'answered_by', answer.id)
  from send_backs s join users sender on sender.id = s.by_id
  left join verifications answer on answer.visit_id = s.answered_by
  where s.verification_id = v.id order by s.id desc limit 1) end`;

/** What a row of the list shows of the verifications `v`. */
export const summaryOf = (ids: RawBuilder<unknown>) => sql`
  select v.id as verification_id, a.application_id as applicant_ids, a.applicant_name as applicant,
    agent.name as agent, v.overall_observation, v.admin_decision, a.portfolio_name, a.visit_type, v.image_count,
    v.submitted_at, v.photos_expected, ${outcome} as outcome, ${tries} as tries, ${sentBack} as sent_back
  from (${ids}) as listed join verifications v on v.id = listed.id
  join applicants a on a.id = v.applicant_id join users agent on agent.id = v.agent_id`;
