import { type DailyExport, retryDailyExport } from '@doorstep/contract/exports/daily';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { dailyExportsQuery } from '../../../domain/exports/daily-exports-query.ts';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { formatCount, formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';

export function DeliveryList({ lender_id, deliveries }: DailyExport) {
  const client = useQueryClient();
  const retry = useMutation({
    mutationFn: () => call(retryDailyExport, { params: { id: lender_id } }),
    onSettled: () => client.invalidateQueries(dailyExportsQuery),
  });
  const isUnsent = deliveries.some(({ sent_at, failure }) => sent_at === null && failure !== null);
  return (
    <Section title="Last files">
      {deliveries.length === 0 && <p className="text-muted">No files yet.</p>}
      <ul className="divide-y divide-rule">
        {deliveries.map(({ name, rows, sent_at, failure, tries, next_try_at }) => (
          <li key={name} className="py-2">
            <p className="font-mono text-sm wrap-anywhere">{name}</p>
            <p className="text-sm text-muted">
              {sent_at
                ? `${formatCount(rows, 'row')}, sent ${formatDateTime(sent_at)}`
                : tries === 0
                  ? 'Waiting'
                  : `Not sent after ${formatCount(tries, 'attempt')}. ${
                      next_try_at
                        ? `Next attempt: ${formatDateTime(next_try_at)}`
                        : 'To send it, press “Try again now”.'
                    }`}
            </p>
            {failure && <p className="text-sm text-danger">{failure}</p>}
          </li>
        ))}
      </ul>
      {retry.error && (
        <Notice tone="negative">
          {messageOf(retry.error, 'Couldn’t send the files again. Try again.')}
        </Notice>
      )}
      {isUnsent && (
        <Button
          size="sm"
          isBusy={retry.isPending}
          onClick={() => {
            if (!retry.isPending) retry.mutate();
          }}
        >
          <RotateCw aria-hidden /> Try again now
        </Button>
      )}
      {retry.isSuccess && (
        <p role="status" className="text-sm text-muted">
          The files are sent again within half a minute.
        </p>
      )}
    </Section>
  );
}
