import { deleteExport, type Export } from '@doorstep/contract/exports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { call } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { imageUrl } from '../../lib/api/image-url.ts';
import { formatDateTime, formatNumber, prettifyLabel } from '../../lib/format.ts';
import { buttonClass } from '../../ui/button/button-class.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import { exportsQuery } from './exports-query.ts';

interface ExportItemProps {
  made: Export;
  /** Called before it leaves the list together with the focused button. */
  onRemoved: () => void;
}

/** One export: its content, its progress, and its file. */
export function ExportItem({ made, onRemoved }: ExportItemProps) {
  const { id, list, format, query, status, total, done, created_at, expires_at, file_url } = made;
  const { lender, with_report } = made;
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => call(deleteExport, { params: { id } }),
    onSuccess: onRemoved,
    onSettled: () => client.invalidateQueries(exportsQuery),
  });
  const name = `${list === 'applicants' ? 'Applicants' : 'Verifications'} (.${format}), ${formatDateTime(created_at)}`;
  const isEnded = status === 'ready' || status === 'failed';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere text-muted">
          {status === 'ready' &&
            `${formatNumber(total)} ${total === 1 ? 'row' : 'rows'} · until ${formatDateTime(expires_at)}`}
          {!isEnded && (total > 0 ? `${formatNumber(done)} of ${formatNumber(total)}` : 'Waiting')}
          {with_report && ' · with last reports'}
          {lender && <bdi> · columns of {lender}</bdi>}
          {query !== '' && <bdi> · {namesOf(query)}</bdi>}
        </p>
        {status === 'failed' && (
          <p className="text-sm text-danger">The file couldn’t be made. Try again later.</p>
        )}
        {!isEnded && (
          <div className="mt-1.5 max-w-md">
            <ProgressBar label={`Progress of ${name}`} share={total > 0 ? done / total : 0} />
          </div>
        )}
        {removal.error && (
          <p role="alert" className="text-sm text-danger">
            {messageOf(removal.error, 'Couldn’t delete the file. Try again.')}
          </p>
        )}
      </div>
      {file_url && (
        <a href={imageUrl(file_url)} download className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden /> Download
        </a>
      )}
      <IconButton
        icon={X}
        tone="danger"
        label={`${isEnded ? 'Delete' : 'Cancel'} ${name}`}
        tip={isEnded ? 'Delete' : 'Cancel'}
        // A disabled button would lose the focus.
        aria-disabled={removal.isPending || undefined}
        onClick={() => {
          if (!removal.isPending) removal.mutate();
        }}
      />
    </li>
  );
}

/** Returns a query's filters in words: `Due late, Pin 411`. */
const namesOf = (query: string): string =>
  [...new URLSearchParams(query)]
    .filter(([name]) => name !== 'search_fields' && name !== 'sort')
    .map(([name, value]) => `${prettifyLabel(name)} ${value}`)
    .join(', ');
