import { type Archive, deleteArchive } from '@doorstep/contract/reports/archives';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { imageUrl } from '../../../lib/api/image-url.ts';
import { formatDateTime, formatDay, formatNumber, prettifyLabel } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button/button-class.ts';
import { IconButton } from '../../../ui/button/IconButton.tsx';
import { ProgressBar } from '../../../ui/feedback/ProgressBar.tsx';
import { archivesKey } from './archive-queries.ts';

interface ArchiveItemProps {
  archive: Archive;
  /** Called before it leaves the list together with the focused button. */
  onRemoved: () => void;
}

/** One archive: its content, its progress, and its file. */
export function ArchiveItem({ archive, onRemoved }: ArchiveItemProps) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => call(deleteArchive, { params: { id: archive.id } }),
    onSuccess: onRemoved,
    onSettled: () => client.invalidateQueries({ queryKey: archivesKey }),
  });
  const name = nameOf(archive.filter);
  const ended = archive.done + archive.failed;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted">
          {archive.status === 'ready'
            ? `${formatNumber(archive.done)} ${archive.done === 1 ? 'report' : 'reports'} · until ${formatDateTime(archive.expires_at)}`
            : `${formatNumber(ended)} of ${formatNumber(archive.total)} · requested ${formatDateTime(archive.created_at)}`}
          {archive.failed > 0 && (
            <span className="text-danger">
              {' '}
              · {formatNumber(archive.failed)} could not be made, see reports.csv
            </span>
          )}
        </p>
        {archive.status !== 'ready' && (
          <div className="mt-1.5 max-w-md">
            <ProgressBar label={`Progress of ${name}`} share={ended / archive.total} />
          </div>
        )}
        {removal.error && (
          <p role="alert" className="text-sm text-danger">
            {messageOf(removal.error, 'Couldn’t delete the file. Try again.')}
          </p>
        )}
      </div>
      {archive.file_url && (
        <a href={imageUrl(archive.file_url)} download className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden /> Download ZIP
        </a>
      )}
      <IconButton
        icon={X}
        tone="danger"
        label={`${archive.status === 'ready' ? 'Remove' : 'Cancel'} ${name}`}
        tip={archive.status === 'ready' ? 'Remove' : 'Cancel'}
        // A disabled button would lose the focus.
        aria-disabled={removal.isPending || undefined}
        onClick={() => {
          if (!removal.isPending) removal.mutate();
        }}
      />
    </li>
  );
}

function nameOf({ admin_decision, portfolio_name, start_date, end_date }: Archive['filter']) {
  const days = [
    start_date && `from ${formatDay(start_date)}`,
    end_date && `until ${formatDay(end_date)}`,
  ];
  const parts = [
    admin_decision ? prettifyLabel(admin_decision) : 'Every decision',
    portfolio_name,
    days.filter(Boolean).join(' '),
  ];
  return parts.filter(Boolean).join(' · ');
}
