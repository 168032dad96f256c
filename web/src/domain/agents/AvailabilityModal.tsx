import { type Availability, changeAvailability, type Leave } from '@doorstep/contract/agents';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { messageOf } from '../../lib/api/api-error.ts';
import { today } from '../../lib/format.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { FormModal } from '../../ui/dialog/FormModal.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { availabilityQuery } from './availability-query.ts';
import { LeaveFields } from './LeaveFields.tsx';
import { MoveTasks } from './MoveTasks.tsx';
import { openTasksQuery } from './open-tasks-query.ts';
import { useMoveTasks, waysOfAbsent } from './use-move-tasks.ts';

interface AvailabilityModalProps {
  agentId: string;
  name: string;
  availability: Availability;
  onClose: () => void;
}

export default function AvailabilityModal(props: AvailabilityModalProps) {
  const { agentId, name, availability, onClose } = props;
  const client = useQueryClient();
  const [capacity, setCapacity] = useState(String(availability.daily_capacity));
  const [areas, setAreas] = useState(availability.areas.join(', '));
  const [leave, setLeave] = useState<Leave[]>(availability.leave);
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});

  const isNew = ({ from_day, to_day }: Leave) =>
    to_day >= today() &&
    !availability.leave.some((one) => one.from_day === from_day && one.to_day === to_day);
  const hasNewLeave = leave.some(isNew);
  const { data } = useQuery({ ...openTasksQuery(agentId), enabled: hasNewLeave });
  const count = hasNewLeave ? data : null;
  const move = useMoveTasks(agentId, count, 'Areas and leave not saved.');
  const save = useMutation({
    meta: { notDone: 'Areas and leave not saved.' },
    mutationFn: (body: Omit<Availability, 'updated_at'>) =>
      call(changeAvailability, {
        params: { id: agentId },
        body: { ...body, updated_at: availability.updated_at },
      }),
    onSuccess: (changed) => {
      client.setQueryData(availabilityQuery(agentId).queryKey, changed);
      void refetchChanged(client, 'user', agentId);
      onClose();
    },
  });
  const wanted = {
    daily_capacity: Number(capacity),
    areas: [...new Set(areas.split(/[\s,]+/).filter(Boolean))],
    leave: leave.filter(({ from_day, to_day }) => from_day || to_day),
  };
  function submit() {
    const read = changeAvailability.body.safeParse(wanted);
    setErrors(
      Object.fromEntries(
        (read.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
      ),
    );
    if (read.success) move.before(() => save.mutate(wanted));
  }
  const isBusy = save.isPending || move.isPending;
  return (
    <FormModal
      title="Areas and leave"
      subtitle={name}
      size="sm"
      isDirty={
        areas !== availability.areas.join(', ') ||
        capacity !== String(availability.daily_capacity) ||
        leave !== availability.leave
      }
      submit={{ label: isBusy ? 'Saving...' : 'Save', isBusy }}
      error={save.error ? messageOf(save.error, 'Couldn’t save. Try again.') : move.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Areas"
        hint="The first 2 to 6 digits of pin codes, separated by commas: 4110, 56"
        inputMode="numeric"
        autoComplete="off"
        value={areas}
        {...(errors.areas && { error: errors.areas })}
        onChange={({ target }) => setAreas(target.value)}
      />
      <TextField
        label="Tasks a day"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-24"
        value={capacity}
        {...(errors.daily_capacity && { error: errors.daily_capacity })}
        onChange={({ target }) => setCapacity(target.value)}
      />
      <LeaveFields leave={leave} error={errors.leave} onChange={setLeave} />
      <MoveTasks agentId={agentId} name={name} count={count} move={move} ways={waysOfAbsent} />
    </FormModal>
  );
}
