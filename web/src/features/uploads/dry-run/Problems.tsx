import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';
import { useState } from 'react';
import { FailedRowsButton } from '../../../domain/uploads/FailedRowsButton.tsx';
import { formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import { fieldWords } from './mapping-draft.ts';
import { ScrollTable } from './ScrollTable.tsx';

const step = 50;

export function Problems({
  upload_id,
  problems: { total, results },
}: Pick<DryRunResult, 'upload_id' | 'problems'>) {
  const [drawn, setDrawn] = useState(step);
  if (total === 0) return null;
  const left = results.length - drawn;
  const unlisted = total - results.length;
  return (
    <Section level="h2" title={`Problems (${formatNumber(total)})`}>
      <ScrollTable label="Problems" headers={['Row', 'Name', 'Column', 'Problem']}>
        {results.slice(0, drawn).map(({ row, point, name, faults }) => (
          <tr key={`${row}-${point}`} className="align-top">
            <td className="text-muted">{row}</td>
            <td className="min-w-32 wrap-anywhere">
              <bdi>{name || '-'}</bdi>
            </td>
            <td className="whitespace-nowrap text-muted">
              {faults.map(({ field, column }, index) => (
                <p key={index}>
                  {[column, field && fieldWords[field]].filter(Boolean).join(', ') || '-'}
                </p>
              ))}
            </td>
            <td className="min-w-56 wrap-anywhere">
              {faults.map(({ message }, index) => (
                <p key={index}>{message}</p>
              ))}
            </td>
          </tr>
        ))}
      </ScrollTable>
      <div className="mt-2 flex flex-wrap items-center gap-3 text-sm text-muted">
        {left > 0 && (
          <Button size="sm" onClick={() => setDrawn(drawn + step)}>
            Show {formatNumber(Math.min(step, left))} more
          </Button>
        )}
        {unlisted > 0 && (
          <p>
            Only the first {formatNumber(results.length)} of {formatNumber(total)} are listed here.
            The download has all.
          </p>
        )}
      </div>
      <FailedRowsButton uploadId={upload_id} />
    </Section>
  );
}
