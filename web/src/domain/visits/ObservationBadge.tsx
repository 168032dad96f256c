import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';

/** Shows `positive` as approved, and any other value as rejected. */
export function ObservationBadge({ observation }: { observation: string | null | undefined }) {
  return observation?.toLowerCase() === 'positive' ? (
    <StatusBadge tone="positive">Approved</StatusBadge>
  ) : (
    <StatusBadge tone="negative">Rejected</StatusBadge>
  );
}
