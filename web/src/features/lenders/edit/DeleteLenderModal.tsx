import { deleteLender } from '@doorstep/contract/lenders';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { formatNumber } from '../../../lib/format.ts';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete.tsx';
import { lenderToDeleteQuery, refetchLenders } from '../lender-queries.ts';

export default function DeleteLenderModal({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: lender, error, isFetching, refetch } = useQuery(lenderToDeleteQuery(id));
  const remove = useMutation({
    meta: { notDone: `Not deleted: ${lender?.name ?? `lender ${id}`}.` },
    mutationFn: (expected_count: number) =>
      call(deleteLender, { params: { id }, query: { expected_count } }),
    onSuccess: () => refetchLenders(client),
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'count_changed') void refetch();
    },
  });
  const due = lender?.due ?? 0;
  const failure =
    (remove.error && messageOf(remove.error, 'Couldn’t delete the lender. Try again.')) ??
    (error && messageOf(error, 'Couldn’t load the lender. Try again.'));
  return (
    <ConfirmDelete
      title="Delete lender"
      name={<bdi>{lender?.name ?? `lender ${id}`}</bdi>}
      effect="The portfolios and applicants stay, without a lender. The lender’s rules no longer apply, and its daily export ends."
      isDisabled={!lender || isFetching}
      isBusy={remove.isPending}
      error={failure ?? undefined}
      success={remove.data?.message}
      onConfirm={() => lender && remove.mutate(due)}
      onClose={onClose}
    >
      {due > 0 && (
        <p role="status" className="text-warning">
          {due === 1
            ? '1 open applicant loses its due time.'
            : `${formatNumber(due)} open applicants lose their due time.`}
        </p>
      )}
    </ConfirmDelete>
  );
}
