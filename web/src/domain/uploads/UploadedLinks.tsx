import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { UserRoundPlus } from 'lucide-react';
import { formatNumber } from '../../lib/format.ts';
import { lastAgentsQuery } from '../../lib/last-agents.ts';
import { uploadListQuery } from '../../lib/uploads.ts';
import { buttonClass } from '../../ui/button/button-class.ts';

export function UploadedLinks({ uploadId, count }: { uploadId: number; count: number }) {
  const canList = useQuery(uploadListQuery(1)).isSuccess;
  const canAssign = useQuery(lastAgentsQuery).isSuccess;
  const those = count === 1 ? 'this applicant' : `these ${formatNumber(count)} applicants`;
  if (!canList) return null;
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Link
        to="/applicants"
        search={{ file: String(uploadId) }}
        replace
        className={buttonClass({ size: 'sm' })}
      >
        Show {those}
      </Link>
      {canAssign && (
        <Link
          to="/applicants"
          search={{ file: String(uploadId), many: true }}
          replace
          className={buttonClass({ size: 'sm' })}
        >
          <UserRoundPlus aria-hidden /> Assign {those}
        </Link>
      )}
    </div>
  );
}

export function UploadsLink() {
  const canList = useQuery(uploadListQuery(1)).isSuccess;
  return (
    canList && (
      <p className="text-sm">
        <Link to="/uploads" replace className="text-accent underline underline-offset-2">
          See or undo earlier uploads
        </Link>
      </p>
    )
  );
}
