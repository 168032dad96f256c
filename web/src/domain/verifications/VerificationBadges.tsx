import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import { formatDateTime } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { LooseVerification } from './loose-verification.ts';

export function OutcomeLine({
  of: { outcome, tries = 1 },
}: {
  of: Pick<LooseVerification, 'outcome' | 'tries'>;
}) {
  if (!outcome || (outcome === 'met' && tries < 2)) return null;
  return (
    <span className="block text-xs leading-4 text-muted">{outcomeInWords(outcome, tries)}</span>
  );
}

export function DecisionBadge({ decision }: { decision: string | null | undefined }) {
  switch ((decision || 'pending').toLowerCase()) {
    case 'pending':
      return <StatusBadge tone="warning">Pending</StatusBadge>;
    case 'positive':
      return <StatusBadge tone="positive">Positive</StatusBadge>;
    case 'negative':
      return <StatusBadge tone="negative">Negative</StatusBadge>;
    default:
      return <StatusBadge tone="neutral">Unknown</StatusBadge>;
  }
}

/** Shows the current decision and its author, because an admin must see both before deciding again. */
export function StandingDecision({ verification }: { verification: LooseVerification }) {
  const review = verification.admin_reviewed_details;
  return (
    <>
      <DecisionBadge decision={verification.admin_decision} />
      {review?.reviewed_by && (
        <span>
          by <bdi>{review.reviewed_by}</bdi>
          {review.reviewed_at && `, ${formatDateTime(review.reviewed_at)}`}
        </span>
      )}
    </>
  );
}
