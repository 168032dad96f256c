import { deleteLender } from '@doorstep/contract/lenders';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete.tsx';
import { lenderQuery, refetchLenders } from '../lender-queries.ts';

/** Asks before a lender is deleted, with the number of applicants that lose their due time. */
export default function DeleteLenderModal({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: lender, error, isFetching, refetch } = useQuery(lenderQuery(id));
  const remove = useMutation({
    mutationFn: (expected_count: number) =>
      call(deleteLender, { params: { id }, query: { expected_count } }),
    onSuccess: () => refetchLenders(client),
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'count_changed') void refetch();
    },
  });
  const failure =
    (remove.error && messageOf(remove.error, 'Failed to delete the lender.')) ??
    (error && messageOf(error, 'Couldn’t load the lender.'));
  return (
    <ConfirmDelete
      title="Delete lender"
      name={<bdi>{lender?.name ?? `lender ${id}`}</bdi>}
      effect="Its portfolios and their applicants stay, and belong to no lender. Its rules end."
      isDisabled={!lender || isFetching}
      isBusy={remove.isPending}
      error={failure ?? undefined}
      success={remove.data?.message}
      onConfirm={() => lender && remove.mutate(lender.due)}
      onClose={onClose}
    >
      {lender && lender.due > 0 && (
        <p role="status" className="text-warning">
          {lender.due === 1
            ? '1 open applicant loses its due time.'
            : `${formatNumber(lender.due)} open applicants lose their due time.`}
        </p>
      )}
    </ConfirmDelete>
  );
}
