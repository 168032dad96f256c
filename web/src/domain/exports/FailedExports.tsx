import type { DailyExport } from '@doorstep/contract/exports/daily';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/session/session.ts';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { dailyExportsQuery } from './daily-exports-query.ts';

/** Returns the oldest delivery that has failed and is not sent yet. The list is newest first. */
const failureOf = ({ deliveries }: DailyExport) =>
  deliveries.findLast(({ sent_at, failure }) => sent_at === null && failure !== null);

export function FailedExports() {
  const isEnabled = useSession()?.is_superadmin === true;
  const daily = useQuery({ ...dailyExportsQuery, enabled: isEnabled }).data?.results ?? [];
  return daily.map((one) => {
    const failed = failureOf(one);
    return (
      failed && (
        <Notice
          key={one.lender_id}
          tone="warning"
          action={
            <Link to="/lenders" search={{ daily: String(one.lender_id) }} className="link shrink-0">
              Open daily export
            </Link>
          }
        >
          The daily export for <bdi>{one.lender}</bdi> was not sent. {failed.failure}
        </Notice>
      )
    );
  });
}
