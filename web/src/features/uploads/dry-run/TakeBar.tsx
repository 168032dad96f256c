import type { DryRunResult } from '@doorstep/contract/bulk-upload/dry-run';
import { useState } from 'react';
import { formatCount, formatDateTime, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { SwitchField } from '../../../ui/form/SwitchField.tsx';

interface TakeBarProps {
  dryRun: DryRunResult;
  /** Whether the mapping was changed since the last dry run. */
  isChanged: boolean;
  isReading: boolean;
  isTaking: boolean;
  onRepeat: () => void;
  onTake: (revisits: boolean) => void;
}

export function TakeBar({
  dryRun,
  isChanged,
  isReading,
  isTaking,
  onRepeat,
  onTake,
}: TakeBarProps) {
  const [revisits, setRevisits] = useState(false);
  const { counts, expires_at, missing_fields, total_rows } = dryRun;
  const count = counts.new + (revisits ? counts.revisits : 0);
  const said =
    missing_fields.length > 0
      ? [formatCount(total_rows, 'row'), 'not checked yet']
      : [
          `${formatNumber(counts.new)} new`,
          `${formatNumber(counts.known)} known`,
          ...(counts.revisits > 0 ? [`${formatNumber(counts.revisits)} decided`] : []),
          `${formatNumber(counts.wrong)} wrong`,
        ];
  return (
    <section
      aria-label="Take in"
      className="z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg sm:sticky sm:top-2 border border-rule bg-panel px-4 py-3"
    >
      <div className="min-w-0 space-y-1">
        <p role="status" className="text-lg font-bold">
          {isReading ? 'Reading the file...' : isTaking ? 'Taking in...' : said.join(', ')}
        </p>
        <p className="text-sm text-muted">
          {isChanged
            ? 'The mapping was changed. Press Try again to see the new result.'
            : `No applicant is stored yet. The file is deleted on ${formatDateTime(expires_at)}.`}
        </p>
        {counts.revisits > 0 && (
          <SwitchField
            label={`Also take in the ${formatCount(counts.revisits, 'decided applicant')}, as new visits`}
            checked={revisits}
            disabled={isTaking}
            onChange={({ currentTarget }) => setRevisits(currentTarget.checked)}
          />
        )}
      </div>
      {isChanged ? (
        <Button variant="primary" isBusy={isReading} onClick={onRepeat}>
          Try again
        </Button>
      ) : (
        <Button
          variant="primary"
          isBusy={isTaking}
          disabled={count === 0 || isReading}
          onClick={() => onTake(revisits)}
        >
          Take in {formatNumber(count)}
        </Button>
      )}
    </section>
  );
}
