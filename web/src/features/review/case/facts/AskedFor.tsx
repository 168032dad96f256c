import type { AnsweredSendBack } from '@doorstep/contract/verifications';
import { askedInWords } from '../../../../domain/visits/SentBack.tsx';
import { formatDateTime } from '../../../../lib/format.ts';

export function AskedFor({ record }: { record: AnsweredSendBack | null | undefined }) {
  if (!record) return null;
  const { reasons, photos } = askedInWords(record);
  return (
    <dl className="part early">
      <div className="field">
        <dt>Sent back for</dt>
        <dd>
          <b className="font-semibold">{reasons}</b>
          {record.note && <p>{record.note}</p>}
          {photos && <p>{photos}</p>}
          <p className="text-muted">
            <bdi>{record.by}</bdi>, {formatDateTime(record.at)}, verification{' '}
            {record.verification_id}
          </p>
        </dd>
      </div>
    </dl>
  );
}
