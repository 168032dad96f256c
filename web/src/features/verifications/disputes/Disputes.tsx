import { type Dispute, disputeReasonLabels } from '@doorstep/contract/disputes';
import { lazy, Suspense, useState } from 'react';
import type { LooseVerification } from '../../../domain/verifications/loose-verification.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';

const DisputeForm = lazy(() => import('./DisputeForm.tsx'));

export function Disputes({
  verification,
  disputes,
}: {
  verification: LooseVerification;
  disputes: readonly Dispute[];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ul className="mb-2 space-y-1 text-sm empty:hidden">
        {disputes.map(({ at, by, because, note }) => (
          <li key={at}>
            <b className="font-semibold">{disputeReasonLabels[because]}</b>
            {note && <>: {note}</>}
            <span className="text-muted">
              {' '}
              <bdi>{by}</bdi>, {formatDateTime(at)}
            </span>
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={() => setOpen(true)}>
        Record a dispute
      </Button>
      <Suspense fallback={null}>
        {isOpen && <DisputeForm verification={verification} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
