import { type Archive, deleteArchive } from '@doorstep/contract/reports/archives';
import { FileItem } from '../../../domain/background-files/FileItem.tsx';
import { call } from '../../../lib/api/api-client.ts';
import { formatDateTime, formatDay, formatNumber, prettifyLabel } from '../../../lib/format.ts';
import { archivesKey } from './archive-queries.ts';

interface ArchiveItemProps {
  file: Archive;
  onRemoved: () => void;
}

export function ArchiveItem({ file, onRemoved }: ArchiveItemProps) {
  const { id, filter, status, total, done, failed, created_at, expires_at, file_url } = file;
  const ended = done + failed;
  const isReady = status === 'ready';
  return (
    <FileItem
      name={nameOf(filter)}
      details={
        <>
          {isReady
            ? `${formatNumber(done)} ${done === 1 ? 'report' : 'reports'} · available until ${formatDateTime(expires_at)}`
            : `${formatNumber(ended)} of ${formatNumber(total)} · requested ${formatDateTime(created_at)}`}
          {failed > 0 && (
            <span className="text-danger">
              {' '}
              · {formatNumber(failed)} could not be made, see reports.csv
            </span>
          )}
        </>
      }
      progress={isReady ? undefined : ended / total}
      link={{ url: file_url, label: 'Download ZIP' }}
      removal={{
        label: isReady ? 'Remove' : 'Cancel',
        run: () => call(deleteArchive, { params: { id } }),
      }}
      queryKey={archivesKey}
      onRemoved={onRemoved}
    />
  );
}

function nameOf({ admin_decision, portfolio_name, start_date, end_date }: Archive['filter']) {
  const days = [
    start_date && `from ${formatDay(start_date)}`,
    end_date && `until ${formatDay(end_date)}`,
  ];
  const parts = [
    admin_decision ? prettifyLabel(admin_decision) : 'All decisions',
    portfolio_name,
    days.filter(Boolean).join(' '),
  ];
  return parts.filter(Boolean).join(' · ');
}
