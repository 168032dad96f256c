import { CircleDashed, UserRoundCheck } from 'lucide-react';
import { prettifyLabel } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';

export function ApplicantStatusBadge({ status }: { status: string | null | undefined }) {
  const text = status?.trim() || 'pending';
  switch (text.toLowerCase()) {
    case 'pending':
      return <StatusBadge tone="warning">Pending</StatusBadge>;
    case 'assigned':
      return (
        <StatusBadge tone="info" icon={UserRoundCheck}>
          Assigned
        </StatusBadge>
      );
    case 'visited':
      return <StatusBadge tone="info">Visited</StatusBadge>;
    case 'submitted':
      return <StatusBadge tone="positive">Submitted</StatusBadge>;
    default:
      return (
        <StatusBadge tone="neutral" icon={CircleDashed}>
          {prettifyLabel(text)}
        </StatusBadge>
      );
  }
}
