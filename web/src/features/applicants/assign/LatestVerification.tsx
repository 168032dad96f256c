import { formatDateTime, prettifyLabel } from '../../../lib/format.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import type { LooseApplicant } from '../applicant-queries.ts';

export function VisitedNotice({ applicant }: { applicant: LooseApplicant | undefined }) {
  if (applicant?.status !== 'visited' && applicant?.status !== 'submitted') return null;
  return (
    <Notice tone="warning">
      <LatestVerification applicant={applicant} /> If you choose another agent, that agent must make
      a new visit.
    </Notice>
  );
}

export function LatestVerification({ applicant }: { applicant: LooseApplicant }) {
  const latest = applicant.latest_verification;
  if (!latest) return null;
  if (latest.decided_at === null) {
    return (
      <>
        Visited by <bdi>{latest.agent}</bdi> on {formatDateTime(latest.submitted_at)}; verification{' '}
        {latest.id} waits for a decision.
      </>
    );
  }
  return (
    <>
      Decided <strong>{prettifyLabel(latest.admin_decision)}</strong>
      {latest.decided_by && (
        <>
          {' '}
          by <bdi>{latest.decided_by}</bdi>
        </>
      )}{' '}
      on {formatDateTime(latest.decided_at)}.
    </>
  );
}
