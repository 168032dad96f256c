import type { Upload } from '@doorstep/contract/bulk-upload/uploads';
import { Link } from '@tanstack/react-router';
import { Download, Undo2 } from 'lucide-react';
import { useFailedRows } from '../../domain/uploads/use-failed-rows.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';

export const nameOf = ({ id, file_name }: Pick<Upload, 'id' | 'file_name'>): string =>
  file_name || `Upload ${id}`;

/** Returns '-' for a file that had only a dry run, because such a file has no counts. */
const countOf = ({ state }: Upload, count: number) =>
  state === 'tried' ? '-' : formatNumber(count);

export function uploadColumns(undo: (id: string) => void): Column<Upload>[] {
  return [
    {
      id: 'file',
      header: 'File',
      minWidth: 11,
      className: 'font-semibold',
      card: 'title',
      cell: (row) => <bdi>{nameOf(row)}</bdi>,
    },
    {
      id: 'by',
      header: 'Uploaded By',
      minWidth: 9,
      fold: { turn: 2, under: 'file' },
      cell: (row) => <bdi>{row.uploaded_by.name}</bdi>,
    },
    {
      id: 'at',
      header: 'Uploaded At',
      width: 12,
      fold: { turn: 1, under: 'file' },
      cell: (row) => formatDateTime(row.created_at),
    },
    {
      id: 'rows',
      header: 'Rows',
      width: 5.5,
      align: 'end',
      fold: { turn: 0 },
      cell: (row) => countOf(row, row.total_records),
    },
    {
      id: 'stored',
      header: 'Stored',
      width: 5.5,
      align: 'end',
      cell: (row) =>
        row.successful === 0 ? (
          countOf(row, 0)
        ) : (
          <Link
            to="/applicants"
            search={{ file: String(row.id) }}
            aria-label={`${formatNumber(row.successful)} applicants of ${nameOf(row)}`}
            className="text-accent underline underline-offset-2"
          >
            {formatNumber(row.successful)}
          </Link>
        ),
    },
    {
      id: 'failed',
      header: 'Failed',
      width: 5.5,
      align: 'end',
      cell: (row) => countOf(row, row.failed),
    },
    {
      id: 'state',
      header: 'State',
      width: 8,
      card: 'badge',
      cell: ({ state }) =>
        state === 'undone' ? (
          <StatusBadge tone="neutral" icon={Undo2}>
            Undone
          </StatusBadge>
        ) : state === 'tried' ? (
          <StatusBadge tone="neutral">Not taken in</StatusBadge>
        ) : (
          <StatusBadge tone="positive">Uploaded</StatusBadge>
        ),
    },
    actionsColumn(5.5, (row) => (
      <RowActions>
        {row.state === 'tried' && (
          <Link
            to="/uploads"
            search={{ tried: String(row.id) }}
            aria-label={`Open ${nameOf(row)}`}
            className="me-1.5 text-accent underline underline-offset-2"
          >
            Open
          </Link>
        )}
        {row.has_failed_rows && <FailedRowsIcon upload={row} />}
        {row.undo_until !== null && (
          <IconButton
            icon={Undo2}
            label={`Undo ${nameOf(row)}`}
            tip="Undo"
            onClick={() => undo(String(row.id))}
          />
        )}
      </RowActions>
    )),
  ];
}

function FailedRowsIcon({ upload }: { upload: Upload }) {
  const download = useFailedRows(upload.id);
  return (
    <IconButton
      icon={Download}
      label={`Download failed rows of ${nameOf(upload)}`}
      tip="Download failed rows"
      aria-disabled={download.isPending || undefined}
      onClick={() => {
        if (download.isPending) return;
        download.mutate(undefined, {
          onError: (error) =>
            toast.error(messageOf(error, 'Couldn’t download the failed rows. Try again.')),
        });
      }}
    />
  );
}
