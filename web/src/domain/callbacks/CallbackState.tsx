import type { Callback } from '@doorstep/contract/callbacks';
import { formatDateTime } from '../../lib/format.ts';
import { Calls } from './Calls.tsx';

export function CallbackState({ callback }: { callback: Callback }) {
  const { because, asked_by, asked_at, closed_at, calls } = callback;
  return (
    <>
      <p className="text-sm">
        {closed_at === null ? <b className="font-semibold">Open.</b> : 'Closed.'}{' '}
        {because === 'sample' ? 'Selected by the server' : 'Requested'}
        {asked_by && (
          <>
            {because === 'sample' ? ', requested again' : ''} by <bdi>{asked_by}</bdi>
          </>
        )}
        <span className="text-muted">, {formatDateTime(asked_at)}</span>
      </p>
      {calls.length > 0 && <Calls calls={calls} />}
    </>
  );
}
