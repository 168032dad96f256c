import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';

/** The agent's observation: positive is shown as approved, anything else as rejected. */
export function ObservationBadge({ observation }: { observation: string | null | undefined }) {
  return observation?.toLowerCase() === 'positive' ? (
    <StatusBadge tone="positive">Approved</StatusBadge>
  ) : (
    <StatusBadge tone="negative">Rejected</StatusBadge>
  );
}
