import { lazy, Suspense, useState } from 'react';
import { FailedRowsButton } from '../../../domain/uploads/FailedRowsButton.tsx';
import { UploadedLinks } from '../../../domain/uploads/UploadedLinks.tsx';
import { formatCount, formatDateTime, formatNumber } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Section } from '../../../ui/page/DescriptionList.tsx';
import type { LooseUploadResult } from './use-upload.ts';

const UploadMatches = lazy(() => import('../../../domain/uploads/UploadMatches.tsx'));

export function UploadSummary({
  result,
  fileName,
}: {
  result: LooseUploadResult;
  fileName: string | undefined;
}) {
  const { summary, failed_records = [], upload_id, same_file } = result;
  return (
    <>
      {same_file && (
        <Notice tone="info">
          This file was uploaded before, on {formatDateTime(same_file.at)} by{' '}
          <bdi>{same_file.by}</bdi>.
        </Notice>
      )}
      <Section
        title="Upload Summary"
        aside={<bdi className="truncate text-sm text-muted">{fileName}</bdi>}
      >
        <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-lg border border-rule bg-rule sm:grid-cols-[1fr_1fr_1fr_auto]">
          <Figure label="Total Records" value={formatNumber(summary.total_records)} />
          <Figure
            label="Successful"
            value={formatNumber(summary.successful)}
            look={summary.successful > 0 ? 'text-positive' : ''}
          />
          <Figure
            label="Failed"
            value={formatNumber(summary.failed)}
            look={summary.failed > 0 ? 'text-negative' : ''}
          />
          <Figure label="Timestamp" value={formatDateTime(summary.timestamp)} isSmall />
        </dl>
        {upload_id !== undefined && summary.successful > 0 && (
          <UploadedLinks uploadId={upload_id} count={summary.successful} />
        )}
      </Section>
      {upload_id !== undefined && summary.successful > 0 && (
        <Suspense fallback={null}>
          <UploadMatches uploadId={upload_id} />
        </Suspense>
      )}
      {failed_records.length > 0 && (
        <Section
          title="Failed Records"
          aside={
            upload_id === undefined && (
              <span className="text-sm text-muted">Correct these rows and upload them again.</span>
            )
          }
        >
          {upload_id !== undefined && <FailedRowsButton uploadId={upload_id} />}
          <FailedRecords records={failed_records} />
        </Section>
      )}
    </>
  );
}

function Figure({
  label,
  value,
  look = '',
  isSmall = false,
}: {
  label: string;
  value: string;
  look?: string;
  isSmall?: boolean;
}) {
  return (
    <div className={`bg-panel px-4 py-2.5 ${isSmall ? 'max-sm:col-span-3' : ''}`}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={`flex h-8 items-center font-bold ${isSmall ? 'text-base' : 'text-xl'} ${look}`}
      >
        {value}
      </dd>
    </div>
  );
}

type FailedRecord = NonNullable<LooseUploadResult['failed_records']>[number];

const STEP = 200;

/** Shows the first failed rows, and more on request, because thousands of rows would render slowly. */
function FailedRecords({ records }: { records: readonly FailedRecord[] }) {
  const [drawn, setDrawn] = useState(STEP);
  const rest = records.length - drawn;
  return (
    <section
      aria-label="Failed records"
      // Focusable, so that keyboard users can scroll the table.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="max-h-72 overflow-auto rounded-lg border border-rule"
    >
      <table className="w-full table-fixed border-separate border-spacing-0">
        <thead>
          <tr className="text-sm text-muted">
            {['Row', 'Name', 'Errors'].map((header) => (
              <th
                key={header}
                scope="col"
                className="sticky top-0 h-8 border-b border-rule bg-sunken px-3 text-start font-semibold first:w-16 first:text-end nth-2:w-36/100"
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.slice(0, drawn).map(({ row, name, errors }) => (
            <tr key={row} className="align-top [&:last-child>td]:border-b-0">
              <td className="border-b border-rule px-3 py-1.5 text-end text-muted">{row}</td>
              <td className="border-b border-rule px-3 py-1.5 wrap-anywhere">
                <bdi>{name || '-'}</bdi>
              </td>
              <td className="border-b border-rule px-3 py-1.5 wrap-anywhere">
                <ul>
                  {errors.map((error) => (
                    <li key={error}>{error}</li>
                  ))}
                </ul>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && (
        <p className="flex items-center justify-between gap-3 border-t border-rule px-3 py-2 text-muted">
          {formatCount(rest, 'more row')}
          <Button size="sm" onClick={() => setDrawn(drawn + 5 * STEP)}>
            Show more
          </Button>
        </p>
      )}
    </section>
  );
}
