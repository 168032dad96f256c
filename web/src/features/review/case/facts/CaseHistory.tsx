import { verificationHistory } from '@doorstep/contract/audit';
import type { AgentCall } from '@doorstep/contract/visits/calls';
import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import type { Visit } from '@doorstep/contract/visits/visit';
import type { ReactNode } from 'react';
import type { LooseVerification } from '../../../../domain/verifications/loose-verification.ts';
import { resultInWords } from '../../../../domain/visits/visit-words.ts';
import { formatDateTime } from '../../../../lib/format.ts';
import { useHistory } from '../../../../lib/history/use-history.ts';
import { CaseMessages } from './CaseMessages.tsx';

export function CaseHistory({
  verification,
  visits,
  calls = [],
}: {
  verification: LooseVerification;
  visits: Visit[] | undefined;
  calls: AgentCall[] | undefined;
}) {
  const id = String(verification.verification_id);
  const events = useHistory(
    verificationHistory,
    id,
    verification.admin_reviewed_details?.reviewed_at,
  );
  const since = events?.filter(({ name }) => !shownAbove.has(name)) ?? [];
  const steps = stepsOf(verification, visits);
  return (
    <>
      {steps.length > 0 && (
        <div className="field">
          <dt>Steps so far</dt>
          <dd>
            {steps.map(({ what, when }) => (
              <span key={`${what} ${when}`} className="step">
                {what} <span className="text-muted">{when}</span>
              </span>
            ))}
          </dd>
        </div>
      )}
      {calls.length > 0 && (
        <div className="field">
          <dt>Calls</dt>
          <dd>
            {calls.toReversed().map((call) => (
              <p key={call.id}>
                {resultInWords(call)}
                <span className="text-muted">
                  {' '}
                  {formatDateTime(call.at)}, <bdi>{call.by}</bdi>
                </span>
              </p>
            ))}
          </dd>
        </div>
      )}
      <CaseMessages applicantId={verification.application_details?.id} />
      {since.length > 0 && (
        <div className="field">
          <dt>History</dt>
          <dd>
            {since.map(({ id: event, what, note, who, when }) => (
              <p key={event}>
                {what}
                {note && `: ${note}`}
                <span className="text-muted"> {[who, when].filter(Boolean).join(', ')}</span>
              </p>
            ))}
          </dd>
        </div>
      )}
    </>
  );
}

/** These events are left out, because the steps and the photos already show them. */
const shownAbove = new Set(['verification.create', 'verification.photos_received']);

interface Step {
  what: ReactNode;
  when: string;
}

function stepsOf(verification: LooseVerification, visits: Visit[] | undefined): Step[] {
  const { application_details: application, verification_id, outcome } = verification;
  // `submitted_at` of a held visit is the time when an admin settled the visit, perhaps days later.
  const visitedAt = verification.visited_at ?? verification.submitted_at;
  const own = visits?.find((visit) => visit.verification_id === verification_id);
  const before = (visits ?? [])
    .filter((visit) => visit.received_at < (own?.received_at ?? verification.submitted_at ?? ''))
    .toReversed()
    .map((visit) => ({
      what: outcomeInWords(visit.outcome, 1),
      when: formatDateTime(visit.arrived_at ?? visit.received_at),
    }));
  return [
    ...(application?.created_at
      ? [{ what: 'Applicant received', when: formatDateTime(application.created_at) }]
      : []),
    ...before,
    ...(visitedAt
      ? [{ what: outcomeInWords(outcome ?? null, 1), when: formatDateTime(visitedAt) }]
      : []),
  ];
}
