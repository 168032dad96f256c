import { assignMany } from '@doorstep/contract/applicants/assign-many';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { newKey } from '../../lib/api/intention.ts';
import { lastAgentsQuery } from '../../lib/last-agents.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { openTasksFilter, openTasksQuery } from './open-tasks-query.ts';

/** What happens to the open tasks: what the dialog says, or a move to another agent or to none. */
export type TasksGo = 'as-said' | 'unassigned' | 'to-agent';

/** The choice in a dialog that ends an agent's work, and the move before that. `count` is the number of open tasks. */
export function useMoveTasks(agentId: string, count: number | null | undefined) {
  const client = useQueryClient();
  const [go, setGo] = useState<TasksGo>('as-said');
  const [target, setTarget] = useState('');
  const [isMissing, setMissing] = useState(false);
  // A backend that can't assign many can't move them either.
  const isOffered = useQuery({ ...lastAgentsQuery, enabled: Boolean(count) }).isSuccess;
  const intention = useRef({ of: '', key: '' });
  const moving = useMutation({
    mutationFn: async () => {
      const agent_id = go === 'unassigned' ? null : Number(target);
      const of = `${agent_id} ${count}`;
      if (intention.current.of !== of) intention.current = { of, key: newKey() };
      await call(assignMany, {
        body: {
          filter: openTasksFilter(agentId),
          expected_count: count ?? 0,
          plan: [{ agent_id }],
          move: true,
        },
        idempotencyKey: intention.current.key,
      });
    },
    onSuccess: () => {
      const { queryKey } = openTasksQuery(agentId);
      client.setQueryData(queryKey, 0);
      void refetchChanged(client, 'applicant');
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'count_changed') return;
      client.setQueryData(openTasksQuery(agentId).queryKey, error.count);
    },
  });
  const isMove = isOffered && Boolean(count) && go !== 'as-said';

  return {
    isOffered: isOffered && Boolean(count),
    ...{ go, setGo, target },
    setTarget: (next: string) => {
      setTarget(next);
      setMissing(false);
    },
    isMissing,
    isPending: moving.isPending,
    error: moving.error && messageOf(moving.error, 'Couldn’t move the tasks. Try again.'),
    /** Moves them if that was chosen; then, or if nothing is to be moved, goes on with the number that is left. */
    before(then: (expected: { expected_open_tasks?: number }) => void) {
      if (!isMove) return then(typeof count === 'number' ? { expected_open_tasks: count } : {});
      if (go === 'to-agent' && target === '') return setMissing(true);
      moving.mutate(undefined, { onSuccess: () => then({ expected_open_tasks: 0 }) });
    },
  };
}

export type MoveOfTasks = ReturnType<typeof useMoveTasks>;
