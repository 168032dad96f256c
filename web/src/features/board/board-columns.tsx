import type { BoardAgent, BoardLender } from '@doorstep/contract/board';
import { Link, type LinkProps } from '@tanstack/react-router';
import { formatDateTime, formatNumber, today } from '../../lib/format.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Column } from '../../ui/table/column.tsx';

/**
 * Shows a number as a link to the list of the records that it counts. `of` describes these records for screen
 * readers, such as 'open tasks of Ravi Patil'.
 */
function Count({
  value,
  of,
  isLate = false,
  ...link
}: { value: number; of: string; isLate?: boolean } & Pick<LinkProps, 'to' | 'search'>) {
  const look = isLate && value > 0 ? 'font-semibold text-negative' : 'text-accent';
  return (
    <Link
      {...link}
      aria-label={`${formatNumber(value)} ${of}`}
      className={`underline-offset-2 hover:underline ${look}`}
    >
      {formatNumber(value)}
    </Link>
  );
}

const openOf = (id: number) => ({ agent: String(id), status: 'assigned' }) as const;

export const agentColumns = (hasClock: boolean): Column<BoardAgent>[] => [
  {
    id: 'name',
    header: 'Agent',
    minWidth: 9,
    className: 'font-semibold',
    card: 'title',
    cell: ({ id, name, is_active }) => (
      <>
        <Link
          to="/agents/$id"
          params={{ id: String(id) }}
          className="text-accent underline-offset-2 hover:underline"
        >
          <bdi>{name}</bdi>
        </Link>
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
    header: 'Open tasks',
    align: 'end',
    width: 7,
    cell: ({ id, name, open }) => (
      <Count to="/applicants" search={openOf(id)} value={open} of={`open tasks of ${name}`} />
    ),
  },
  ...(hasClock
    ? [
        {
          ...{ id: 'due_today', header: 'Due today', align: 'end', width: 6.5 },
          cell: ({ id, name, due_today = 0 }) => (
            <Count
              to="/applicants"
              search={{ ...openOf(id), due: 'today' }}
              value={due_today}
              of={`tasks of ${name} due today`}
            />
          ),
        } satisfies Column<BoardAgent>,
        {
          ...{ id: 'late', header: 'Late', align: 'end', width: 5 },
          cell: ({ id, name, late = 0 }) => (
            <Count
              to="/applicants"
              search={{ ...openOf(id), due: 'late' }}
              value={late}
              of={`late tasks of ${name}`}
              isLate
            />
          ),
        } satisfies Column<BoardAgent>,
      ]
    : []),
  {
    id: 'visited_today',
    header: 'Visited today',
    align: 'end',
    width: 8,
    cell: ({ id, name, visited_today }) => (
      <Count
        to="/verification"
        search={{ agent: String(id), from: today(), to: today() }}
        value={visited_today}
        of={`visits of ${name} today`}
      />
    ),
  },
  {
    ...{ id: 'to_send', header: 'Incomplete visits', align: 'end', width: 10 },
    cell: ({ to_send }) => formatNumber(to_send),
  },
  {
    id: 'last_seen',
    header: 'Last seen',
    width: 13,
    cell: ({ last_seen }) =>
      last_seen ? formatDateTime(last_seen) : <span className="text-muted">Not signed in</span>,
  },
];

/** Rounded down, so that 99.9 % is not shown as 100 %, which would mean that all work was done in time. */
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
    ...{ id: 'in_today', header: 'Added today', align: 'end', width: 7.5 },
    cell: ({ id, name, in_today }) => (
      <Count
        to="/applicants"
        search={{ lender: String(id), from: today(), to: today() }}
        value={in_today}
        of={`applicants of ${name} today`}
      />
    ),
  },
  {
    ...{ id: 'done_today', header: 'Done today', align: 'end', width: 7 },
    cell: ({ done_today }) => formatNumber(done_today),
  },
  { id: 'in_time', header: 'Done in time', align: 'end', width: 7.5, cell: shareInTime },
  {
    ...{ id: 'late', header: 'Late', align: 'end', width: 5 },
    cell: ({ id, name, late }) => (
      <Count
        to="/applicants"
        search={{ lender: String(id), due: 'late' }}
        value={late}
        of={`late applicants of ${name}`}
        isLate
      />
    ),
  },
  {
    ...{ id: 'questions', header: 'Open questions', align: 'end', width: 8.5 },
    cell: ({ id, name, questions }) => (
      <Count
        to="/applicants"
        search={{ lender: String(id), due: 'question' }}
        value={questions}
        of={`questions that ${name} must answer`}
      />
    ),
  },
  {
    id: 'oldest',
    header: 'Oldest open applicant',
    width: 13,
    cell: ({ name, oldest }) =>
      oldest ? (
        <Link
          to="/applicants"
          search={{ view: String(oldest.applicant_id) }}
          aria-label={`Oldest open applicant of ${name}: ${oldest.applicant}, ${formatDateTime(oldest.created_at)}`}
          className="text-accent underline-offset-2 hover:underline"
        >
          {formatDateTime(oldest.created_at)}
        </Link>
      ) : (
        <span className="text-muted">None open</span>
      ),
  },
];
