import { checkTraits } from '@doorstep/contract/evidence/checks';
import type { CheckRecord, EvidenceSummary } from '@doorstep/contract/evidence/office';
import { Eye, PencilLine, TriangleAlert } from 'lucide-react';
import { formatDay, formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';

const percent = new Intl.NumberFormat('en-US', {
  ...{ style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 },
});
const shareOf = (part: number, whole: number) => (whole === 0 ? '–' : percent.format(part / whole));

export function checkColumns(
  { cases, thresholds }: EvidenceSummary,
  open: (check: string) => void,
): Column<CheckRecord>[] {
  return [
    {
      id: 'check',
      header: 'Check',
      minWidth: 10,
      className: 'font-semibold',
      card: 'title',
      cell: ({ check }) => checkTraits[check].title,
    },
    {
      id: 'standing',
      header: 'Status',
      width: 11.5,
      card: 'badge',
      cell: ({ asks_to_be_loosened, since }) =>
        asks_to_be_loosened ? (
          <StatusBadge tone="warning" icon={TriangleAlert}>
            Should be loosened
          </StatusBadge>
        ) : (
          since && <span className="text-muted">Changed {formatDay(since)}</span>
        ),
    },
    {
      id: 'fired',
      header: 'Findings',
      align: 'end',
      width: 6,
      cell: ({ fired }) => formatNumber(fired),
    },
    {
      id: 'of-cases',
      header: '% of cases',
      align: 'end',
      width: 6.5,
      fold: { turn: 2, under: 'fired' },
      // `since` is the day of the last change of thresholds. How many cases were checked since is unknown.
      cell: ({ fired, since }) => (since ? '–' : shareOf(fired, cases)),
    },
    {
      id: 'dismissed',
      header: 'Dismissed',
      align: 'end',
      width: 6.5,
      cell: ({ dismissed }) => formatNumber(dismissed),
    },
    {
      id: 'share',
      header: '% dismissed',
      align: 'end',
      width: 7,
      fold: { turn: 1, under: 'dismissed' },
      cell: ({ fired, dismissed }) => shareOf(dismissed, fired),
    },
    {
      id: 'confirmed',
      header: 'Confirmed',
      align: 'end',
      width: 6.5,
      cell: ({ confirmed }) => formatNumber(confirmed),
    },
    {
      id: 'thresholds',
      header: 'Thresholds',
      width: 9,
      cell: ({ check }) => {
        const own = thresholds.filter(({ checks }) => checks.includes(check));
        const changed = own.filter(({ value, original }) => value !== original).length;
        return (
          <span className="flex items-center gap-2">
            {own.length === 0 ? <span className="text-muted">None</span> : own.length}
            {changed > 0 && (
              <StatusBadge tone="info" icon={PencilLine}>
                {changed} changed
              </StatusBadge>
            )}
          </span>
        );
      },
    },
    actionsColumn(5.5, ({ check }) => (
      <RowActions>
        <IconButton
          icon={Eye}
          label={`View ${checkTraits[check].title}`}
          tip="View"
          onClick={() => open(check)}
        />
      </RowActions>
    )),
  ];
}
