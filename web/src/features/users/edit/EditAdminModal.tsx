import { texts } from '@doorstep/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { failedOf } from '../../../lib/api/conflicts.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { userListQuery, useUser } from '../user-queries.ts';
import { EditAdminForm } from './EditAdminForm.tsx';

// Loads the current record when the dialog opens, and never refetches while the user types.
const freshRecord = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

export default function EditAdminModal({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useUser('admin', id, freshRecord);
  const { data, isFetching, isFetchedAfterMount, refetch } = user;
  // Waits for the list too, because the list provides fields that the record may lack.
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
