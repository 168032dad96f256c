import { texts } from '@doorstep/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { failedOf } from '../../../lib/api/conflicts.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { userListQuery, useUser } from '../user-queries.ts';
import { EditAdminForm } from './EditAdminForm.tsx';

// The form starts from the present record, and no refetch changes it while the user types.
const freshRecord = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

/** Changes an admin, based on the record when the dialog opens. */
export default function EditAdminModal({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useUser('admin', id, freshRecord);
  const { data, isFetching, isFetchedAfterMount, refetch } = user;
  // The list fills in missing fields of the record. The form keeps its first values.
  const { isPending: isListPending } = useQuery(userListQuery('admin'));
  const reload = async () => (await refetch({ throwOnError: true })).data;

  if (data && isFetchedAfterMount && !isListPending) {
    return (
      <EditAdminForm record={data} reload={reload} isReloading={isFetching} onClose={onClose} />
    );
  }
  return (
    <FormModal
      title="Edit Admin"
      size="lg"
      isLoading
      failed={failedOf(user, texts.admins.detail)}
      submit={{ label: 'Save Changes' }}
      onSubmit={() => {}}
      onClose={onClose}
    >
      {null}
    </FormModal>
  );
}
