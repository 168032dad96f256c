import { giveBackReasonLabels } from '@doorstep/contract/visits/give-back';
import { formatDateTime, prettifyLabel } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import type { LooseApplicant } from './applicant-queries.ts';

interface GivenBackNoticeProps {
  applicant: LooseApplicant | undefined;
  className?: string;
}

export function GivenBackNotice({ applicant, className }: GivenBackNoticeProps) {
  if (!applicant?.given_back) return null;
  const { by, at, reason, note } = applicant.given_back;
  return (
    <Notice tone="warning">
      <p className={className}>
        Given back by <bdi className="font-semibold">{by}</bdi> on {formatDateTime(at)}:{' '}
        {giveBackReasonLabels[reason] ?? prettifyLabel(reason)}. {note && <bdi>“{note}”</bdi>}
      </p>
    </Notice>
  );
}
