import type { SentBack as SentBackRecord } from '@doorstep/contract/verifications';
import { photoSubjectLabels } from '@doorstep/contract/visits/manifest';
import { sendBackReasonLabels } from '@doorstep/contract/visits/office';
import { Undo2 } from 'lucide-react';
import { formatDateTime, prettifyLabel } from '../../../lib/format.ts';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { StatusBadge } from '../../../ui/feedback/StatusBadge.tsx';
import { OpenVerification } from '../visits/OtherVisits.tsx';

const wordsFor = (labels: Record<string, string>, names: readonly string[]) =>
  names.map((name) => labels[name] ?? prettifyLabel(name)).join(', ');

/** That a verification was sent back; quiet once it was answered. */
export function SentBackBadge({ record }: { record: SentBackRecord | null | undefined }) {
  if (!record) return null;
  return (
    <StatusBadge tone={record.answered_by === null ? 'warning' : 'neutral'} icon={Undo2}>
      Sent back
    </StatusBadge>
  );
}

/** Why, by whom and to what end a verification was sent back. */
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
      <p>{wordsFor(sendBackReasonLabels, record.reasons)}</p>
      {record.note && <p>{record.note}</p>}
      {record.photos_wanted.length > 0 && (
        <p>Photos wanted: {wordsFor(photoSubjectLabels, record.photos_wanted)}</p>
      )}
      <p className="mt-1">
        {record.answered_by === null ? (
          'The new visit has not come in yet.'
        ) : (
          <>
            Answered: <OpenVerification id={record.answered_by} onOpen={onOpen} />
          </>
        )}
      </p>
    </Notice>
  );
}
