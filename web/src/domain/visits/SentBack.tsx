import type {
  AnsweredSendBack,
  SentBack as SentBackRecord,
} from '@doorstep/contract/verifications';
import { photoSubjectLabels } from '@doorstep/contract/visits/manifest';
import { sendBackReasonLabels } from '@doorstep/contract/visits/send-back';
import { Undo2 } from 'lucide-react';
import { formatDateTime, prettifyLabel } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { OpenVerification } from './OtherVisits.tsx';

const wordsFor = (labels: Record<string, string>, names: readonly string[]) =>
  names.map((name) => labels[name] ?? prettifyLabel(name)).join(', ');

export function askedInWords({
  reasons,
  photos_wanted: wanted,
}: Pick<SentBackRecord, 'reasons' | 'photos_wanted'>) {
  return {
    reasons: wordsFor(sendBackReasonLabels, reasons),
    photos:
      wanted.length > 0 ? `Photos wanted: ${wordsFor(photoSubjectLabels, wanted)}` : undefined,
  };
}

function Asked({ record }: { record: SentBackRecord | AnsweredSendBack }) {
  const { reasons, photos } = askedInWords(record);
  return (
    <>
      <p>{reasons}</p>
      {record.note && <p>{record.note}</p>}
      {photos && <p>{photos}</p>}
    </>
  );
}

export function SentBackBadge({ record }: { record: SentBackRecord | null | undefined }) {
  if (!record) return null;
  return (
    <StatusBadge tone={record.answered_by === null ? 'warning' : 'neutral'} icon={Undo2}>
      Sent back
    </StatusBadge>
  );
}

export function SentBackNotice({
  record,
  onOpen,
}: {
  record: SentBackRecord;
  onOpen: (verificationId: number) => void;
}) {
  return (
    <Notice tone={record.answered_by === null ? 'warning' : 'info'}>
      <p className="font-semibold">
        Sent back by <bdi>{record.by}</bdi>, {formatDateTime(record.at)}
      </p>
      <Asked record={record} />
      <p className="mt-1">
        {record.answered_by === null ? (
          'The new visit has not come in yet.'
        ) : (
          <>
            New visit: <OpenVerification id={record.answered_by} onOpen={onOpen} />
          </>
        )}
      </p>
    </Notice>
  );
}

export function AnsweredNotice({
  record,
  onOpen,
}: {
  record: AnsweredSendBack;
  onOpen: (verificationId: number) => void;
}) {
  return (
    <Notice tone="info">
      <p className="font-semibold">
        Visited again, because <bdi>{record.by}</bdi> sent back{' '}
        <OpenVerification id={record.verification_id} onOpen={onOpen} />,{' '}
        {formatDateTime(record.at)}
      </p>
      <Asked record={record} />
    </Notice>
  );
}
