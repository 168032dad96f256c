import { type AuditEntry, describeEvent } from '@doorstep/contract/audit';
import { Eye } from 'lucide-react';
import { formatDateTime } from '../../lib/format.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';
import { SubjectLink } from './SubjectLink.tsx';

export function auditColumns(open: (id: string) => void): Column<AuditEntry>[] {
  return [
    {
      id: 'when',
      header: 'Time',
      width: 12,
      cell: (row) => formatDateTime(row.at),
    },
    { id: 'who', header: 'User', cell: (row) => <bdi>{row.actor?.name ?? '-'}</bdi> },
    {
      id: 'what',
      header: 'Event',
      minWidth: 10,
      className: 'font-semibold',
      card: 'title',
      cell: (row) => describeEvent(row),
    },
    {
      id: 'subject',
      header: 'Record',
      minWidth: 11,
      cell: (row) => <SubjectLink entry={row} />,
    },
    {
      id: 'from',
      header: 'IP address',
      width: 10,
      fold: { turn: 1, under: 'who' },
      className: 'font-mono text-sm',
      cell: (row) => row.address ?? '-',
    },
    actionsColumn(5.5, (row) => (
      <RowActions>
        <IconButton
          icon={Eye}
          label={`View row ${row.id}`}
          tip="View"
          onClick={() => open(String(row.id))}
        />
      </RowActions>
    )),
  ];
}
