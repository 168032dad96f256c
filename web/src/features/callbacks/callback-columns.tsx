import { type CallbackSummary, callbackResultLabels } from '@doorstep/contract/callbacks';
import { Link } from '@tanstack/react-router';
import { Phone } from 'lucide-react';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { actionsColumn, type Column } from '../../ui/table/column.tsx';
import { RowActions } from '../../ui/table/RowActions.tsx';

export function callbackColumns(open: (id: string) => void): Column<CallbackSummary>[] {
  return [
    {
      id: 'applicant',
      header: 'Applicant',
      minWidth: 11,
      className: 'font-semibold',
      card: 'title',
      cell: (row) => (
        <Link
          to="/verification"
          search={{ view: String(row.verification_id) }}
          className="text-accent underline underline-offset-2"
        >
          <bdi>{row.applicant}</bdi>
        </Link>
      ),
    },
    {
      id: 'portfolio',
      header: 'Portfolio',
      minWidth: 9,
      fold: { turn: 2, under: 'applicant' },
      cell: (row) => <bdi>{row.portfolio_name}</bdi>,
    },
    {
      id: 'agent',
      header: 'Agent',
      minWidth: 8,
      fold: { turn: 1, under: 'applicant' },
      cell: (row) => <bdi>{row.agent}</bdi>,
    },
    {
      id: 'visited',
      header: 'Visited At',
      width: 12,
      fold: { turn: 3, under: 'applicant' },
      cell: (row) => formatDateTime(row.visited_at),
    },
    {
      id: 'because',
      header: 'Asked By',
      minWidth: 8,
      fold: { turn: 4 },
      cell: ({ asked_by }) => (asked_by ? <bdi>{asked_by}</bdi> : 'Random sample'),
    },
    {
      id: 'tries',
      header: 'Calls',
      width: 5,
      align: 'end',
      fold: { turn: 5 },
      cell: (row) => formatNumber(row.tries),
    },
    { id: 'state', header: 'State', width: 10, card: 'badge', cell: stateOf },
    actionsColumn(5.5, (row) => (
      <RowActions>
        <IconButton
          icon={Phone}
          label={`Call back ${row.applicant}`}
          tip="Call back"
          onClick={() => open(String(row.verification_id))}
        />
      </RowActions>
    )),
  ];
}

const tones = {
  confirms: 'positive',
  denies_visit: 'negative',
  differs: 'warning',
  no_answer: 'neutral',
  wrong_number: 'neutral',
} as const;

function stateOf({ calling, result, closed_at }: CallbackSummary) {
  if (calling) return <StatusBadge tone="info">Being called</StatusBadge>;
  if (result === null) {
    return <StatusBadge tone="neutral">{closed_at ? 'Not called' : 'Open'}</StatusBadge>;
  }
  return <StatusBadge tone={tones[result]}>{callbackResultLabels[result]}</StatusBadge>;
}
