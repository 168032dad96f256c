import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatNumber } from '../../lib/format.ts';
import { reviewQueueQuery } from '../../lib/review-queue.ts';
import { toVisitFilter, unassignedFilter, waitingQuery } from './waiting-queries.ts';

/** How much work waits, each number a link to exactly that work; nothing where the backend doesn't count it. */
export function WaitingNow() {
  const { data: queue } = useQuery(reviewQueueQuery);
  const enabled = queue !== undefined;
  const { data: unassigned } = useQuery({ ...waitingQuery(unassignedFilter), enabled });
  const { data: toVisit } = useQuery({ ...waitingQuery(toVisitFilter), enabled });
  if (!queue) return null;
  const look = 'group flex items-baseline gap-2 rounded-md py-1';
  return (
    <section
      aria-labelledby="waiting"
      className="mx-auto flex w-full max-w-5xl flex-wrap items-baseline gap-x-10 gap-y-1 px-4 pb-10 max-sm:flex-col sm:px-5"
    >
      <h2 id="waiting" className="w-full text-sm text-muted">
        Waiting now
      </h2>
      {unassigned !== undefined && (
        <Link to="/applicants" search={unassignedFilter} className={look}>
          <Number value={unassigned} /> unassigned
        </Link>
      )}
      {toVisit !== undefined && (
        <Link to="/applicants" search={toVisitFilter} className={look}>
          <Number value={toVisit} /> to be visited
        </Link>
      )}
      <Link to="/review" className={look}>
        <Number value={queue.waiting} /> to review
      </Link>
    </section>
  );
}

function Number({ value }: { value: number }) {
  return (
    <strong className="text-2xl text-accent tabular-nums underline-offset-4 group-hover:underline">
      {formatNumber(value)}
    </strong>
  );
}
