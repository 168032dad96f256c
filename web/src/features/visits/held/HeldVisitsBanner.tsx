import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { heldVisitsQuery } from './held-visits-query.ts';

export function HeldVisitsBanner({ onOpen }: { onOpen: () => void }) {
  const { data } = useQuery(heldVisitsQuery);
  if (!data?.count) return null;
  return (
    <div className="mb-3">
      <Notice
        tone="info"
        action={
          <Button size="sm" onClick={onOpen} className="-my-1">
            Settle
          </Button>
        }
      >
        <strong>{formatCount(data.count, 'held visit')}</strong> {data.count === 1 ? 'is' : 'are'}{' '}
        waiting
      </Notice>
    </div>
  );
}
