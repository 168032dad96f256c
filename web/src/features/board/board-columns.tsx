import type { BoardAgent, BoardLender } from '@doorstep/contract/board';
import { Link } from '@tanstack/react-router';
import { formatDateTime, formatNumber } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Column } from '../../ui/table/column.tsx';

const lateOf = ({ late = 0 }: { late?: number | undefined }) =>
  late > 0 ? <span className="font-semibold text-negative">{formatNumber(late)}</span> : '0';

/** Columns of the agents; without due times where no lender is set up. */
export const agentColumns = (hasClock: boolean): Column<BoardAgent>[] => [
  {
    id: 'name',
    header: 'Agent',
    minWidth: 9,
    className: 'font-semibold',
    card: 'title',
    cell: ({ name, is_active }) => (
      <>
        <bdi>{name}</bdi>
        {!is_active && (
          <span className="ms-2">
            <StatusBadge tone="neutral">Inactive</StatusBadge>
          </span>
        )}
      </>
    ),
  },
  {
    id: 'open',
    header: 'Open',
    align: 'end',
    width: 5,
    cell: ({ id, name, open }) => (
      <Link
        to="/applicants"
        search={{ agent: String(id), status: 'assigned' }}
        aria-label={`${formatNumber(open)} open tasks of ${name}`}
        className="text-accent underline-offset-2 hover:underline"
      >
        {formatNumber(open)}
      </Link>
    ),
  },
  ...(hasClock
    ? [
        {
          ...{ id: 'due_today', header: 'Due today', align: 'end', width: 6.5 },
          cell: ({ due_today = 0 }) => formatNumber(due_today),
        } satisfies Column<BoardAgent>,
        {
          ...{ id: 'late', header: 'Late', align: 'end', width: 5 },
          cell: lateOf,
        } satisfies Column<BoardAgent>,
      ]
    : []),
  {
    id: 'visited_today',
    header: 'Visited today',
    align: 'end',
    width: 8,
    cell: ({ visited_today }) => formatNumber(visited_today),
  },
  {
    id: 'last_seen',
    header: 'Last seen',
    width: 13,
    cell: ({ last_seen }) =>
      last_seen ? formatDateTime(last_seen) : <span className="text-muted">Not signed in</span>,
  },
];

/** The part of today's work that was done in time, never rounded up to all of it. */
const shareInTime = ({ done_today, in_time_today }: BoardLender) =>
  done_today === 0 ? '-' : `${Math.floor((100 * in_time_today) / done_today)} %`;

export const lenderColumns: Column<BoardLender>[] = [
  {
    id: 'name',
    header: 'Lender',
    minWidth: 9,
    className: 'font-semibold',
    card: 'title',
    cell: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    ...{ id: 'in_today', header: 'In today', align: 'end', width: 6 },
    cell: ({ in_today }) => formatNumber(in_today),
  },
  {
    ...{ id: 'done_today', header: 'Done today', align: 'end', width: 7 },
    cell: ({ done_today }) => formatNumber(done_today),
  },
  { id: 'in_time', header: 'Within time', align: 'end', width: 7, cell: shareInTime },
  { id: 'late', header: 'Late', align: 'end', width: 5, cell: lateOf },
  {
    id: 'oldest',
    header: 'Oldest open',
    width: 13,
    cell: ({ name, oldest }) =>
      oldest ? (
        <Link
          to="/applicants"
          search={{ view: String(oldest.applicant_id) }}
          aria-label={`Oldest open of ${name}: ${oldest.applicant}, ${formatDateTime(oldest.created_at)}`}
          className="text-accent underline-offset-2 hover:underline"
        >
          {formatDateTime(oldest.created_at)}
        </Link>
      ) : (
        <span className="text-muted">Nothing open</span>
      ),
  },
];
