import type { SubmissionSubject } from '@doorstep/contract/verifications/submission';
import { invalid, notFound, Problem } from '../../../problems.ts';
import type { Candidate } from './submission-store.ts';

/**
 * Chooses the applicant of a submission. Applicants that are assigned to the agent take precedence, because a
 * visit to any other applicant is held. Throws a 409 if several applicants match.
 */
export function chooseApplicant(
  candidates: Candidate[],
  agentId: number,
  { application_id, applicant_id }: SubmissionSubject,
): Candidate {
  const [first] = candidates;
  if (!first) throw notFound('Application');
  if (application_id !== undefined && first.application_id !== application_id) {
    const reason = `Applicant ${applicant_id} does not belong to application ${application_id}.`;
    throw invalid({ applicant_id: [reason] });
  }
  const open = candidates.filter((one) => isOpenWith(one, agentId));
  const [applicant = first, ...others] = open.length > 0 ? open : candidates;
  if (others.length === 0) return applicant;
  const contactPoints = [applicant, ...others].map(({ id, applicant_type, visit_type }) => ({
    id,
    applicant_type,
    visit_type,
  }));
  const named = contactPoints.map(
    ({ id, applicant_type, visit_type }) => `${id} (${applicant_type}, ${visit_type})`,
  );
  const theirs = open.length > 0 ? 'are open with you' : 'were given to you';
  throw new Problem(
    409,
    `Several visits of application ${application_id} ${theirs}: ${named.join(', ')}. Choose one with applicant_id.`,
    { code: 'several_contact_points', contactPoints },
  );
}

export const isOpenWith = (
  { status, assigned_agent_id, deleted_at }: Candidate,
  agentId: number,
): boolean => status === 'assigned' && assigned_agent_id === agentId && deleted_at === null;
