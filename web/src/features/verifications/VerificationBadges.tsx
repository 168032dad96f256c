import { StatusBadge } from '../../ui/StatusBadge.tsx';

/** The agent's finding: positive is shown as approved, anything else as rejected. */
export function ObservationBadge({ observation }: { observation: string | null | undefined }) {
  return observation?.toLowerCase() === 'positive' ? (
    <StatusBadge tone="positive">Approved</StatusBadge>
  ) : (
    <StatusBadge tone="negative">Rejected</StatusBadge>
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
