import { texts } from '@doorstep/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { failedOf } from '../../../lib/api/as-seen.ts';
import { FormModal } from '../../../ui/dialog/FormModal.tsx';
import { userListQuery, useUser } from '../user-queries.ts';
import { EditAdminForm } from './EditAdminForm.tsx';

// The form starts from the record as it is now, and no refetch changes it while somebody types.
const asItStands = { staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false };

/** Changes an admin, on the record as it stands when the dialog opens. */
export default function EditAdminModal({ id, onClose }: { id: string; onClose: () => void }) {
  const user = useUser('admin', id, asItStands);
  const { data, isFetching, isFetchedAfterMount, refetch } = user;
  // The list fills in what the record leaves out; the form holds still what it is first given.
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
