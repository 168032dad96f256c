import type { ReactNode } from 'react';
import { ErrorState } from '../feedback/EmptyState.tsx';
import { RefetchFailed } from '../feedback/RefetchFailed.tsx';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { ModalBody } from './Modal.tsx';
import { OutdatedNotice } from './OutdatedNotice.tsx';

interface RecordBodyProps<Data> {
  /** The kind of record in lower case: 'applicant'. */
  noun: string;
  data: Data | undefined;
  failure: { title: string; message: string; requestId: string | undefined } | null;
  isFetching: boolean;
  isOutdated?: boolean;
  refetch: () => unknown;
  children: (data: Data) => ReactNode;
}

export function RecordBody<Data>({
  noun,
  data,
  failure,
  isFetching,
  isOutdated,
  refetch,
  children,
}: RecordBodyProps<Data>) {
  return (
    <ModalBody>
      {isOutdated && <OutdatedNotice onShow={() => refetch()} />}
      {data !== undefined && failure && (
        <div className="pb-4">
          <RefetchFailed
            noun="record"
            message={failure.message}
            isRetrying={isFetching}
            onRetry={() => refetch()}
          />
        </div>
      )}
      {data !== undefined ? (
        children(data)
      ) : failure ? (
        <ErrorState {...failure} onRetry={() => refetch()} isRetrying={isFetching} />
      ) : (
        <div role="status" aria-label={`Loading ${noun}`} className="space-y-3 py-1">
          {['w-1/3', 'w-4/5', 'w-3/5', 'w-2/3', 'w-1/2', 'w-3/4'].map((width) => (
            <Skeleton key={width} className={width} />
          ))}
        </div>
      )}
    </ModalBody>
  );
}
