import { texts } from '@doorstep/contract/errors';
import { useQuery } from '@tanstack/react-query';
import { messageOf, requestIdOf } from '../../lib/api-error.ts';
import { ErrorState } from '../../ui/EmptyState.tsx';
import { Modal, ModalBody } from '../../ui/Modal.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { EditAdminForm } from './EditAdminForm.tsx';
import { userListQuery, useUser } from './user-queries.ts';

// What is edited must be what stands: nothing older, and nothing newer under one's hands.
const asItStands = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

/** Changes an admin, on the record as it stands when the dialog opens. */
export default function EditAdminModal({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useUser(
    'admin',
    id,
    asItStands,
  );
  // The list fills in what the record leaves out; the form holds still what it is first given.
  const { isPending: isListPending } = useQuery(userListQuery('admin'));
  const reload = async () => (await refetch({ throwOnError: true })).data;

  if (data && isFetchedAfterMount && !isListPending) {
    return <EditAdminForm record={data} reload={reload} onClose={onClose} />;
  }
  return (
    <Modal title="Edit Admin" size="lg" onClose={onClose}>
      <ModalBody>
        {error && !isFetching ? (
          <ErrorState
            title={texts.admins.detail}
            message={messageOf(error, '')}
            requestId={requestIdOf(error)}
            onRetry={() => refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading admin" className="space-y-4 py-2">
            {['w-1/3', 'w-4/5', 'w-3/5', 'w-2/3', 'w-1/2'].map((width) => (
              <Skeleton key={width} className={width} />
            ))}
          </div>
        )}
      </ModalBody>
    </Modal>
  );
}
