import { outcomeInWords } from '@doorstep/contract/visits/outcomes';
import { formatDateTime } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { LooseVerification } from './loose-verification.ts';

/** What was found at the address, where it is more than that they met. */
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

/** The admin's finding: pending until there is one; anything unforeseen reads as unknown. */
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

/** What stands now and who said so: nobody replaces a colleague's decision without having seen it. */
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
