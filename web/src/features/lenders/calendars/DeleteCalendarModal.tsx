import { deleteCalendar } from '@doorstep/contract/lenders/calendars';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDelete } from '../../../ui/dialog/ConfirmDelete.tsx';
import { calendarsQuery, refetchLenders } from '../lender-queries.ts';

export default function DeleteCalendarModal({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data } = useQuery(calendarsQuery);
  const calendar = data?.results.find((one) => String(one.id) === id);
  const remove = useMutation({
    mutationFn: () => call(deleteCalendar, { params: { id } }),
    onSuccess: () => refetchLenders(client),
  });
  const isUsed = calendar !== undefined && calendar.rules > 0;
  return (
    <ConfirmDelete
      title="Delete calendar"
      name={<bdi>{calendar?.name ?? `calendar ${id}`}</bdi>}
      effect={
        isUsed
          ? `${formatCount(calendar.rules, 'rule')} of lenders ${calendar.rules === 1 ? 'uses' : 'use'} this calendar. Choose another calendar in the rules first.`
          : 'No rule uses this calendar. Its hours and holidays are deleted.'
      }
      isDisabled={isUsed || !data}
      isBusy={remove.isPending}
      error={
        remove.error
          ? messageOf(remove.error, 'Couldn’t delete the calendar. Try again.')
          : undefined
      }
      success={remove.data?.message}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}
