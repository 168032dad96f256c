import { assignMany, type ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { ApiError, messageOf } from '../../lib/api/api-error.ts';
import { newKey } from '../../lib/api/intention.ts';
import { lastAgentsQuery } from '../../lib/last-agents.ts';
import { refetchChanged } from '../../lib/live/refetch-changed.ts';
import { openTasksFilter, openTasksQuery } from './open-tasks-query.ts';

/**
 * What happens to the agent's open tasks. `as-said` is the default: a deleted agent's tasks are unassigned,
 * and any other agent keeps them. `shared-out` gives the tasks to several agents, as the server proposes.
 */
export type TasksGo = 'as-said' | 'unassigned' | 'to-agent' | 'shared-out';

export const waysToMove = [
  { go: 'shared-out' as const, label: 'Share out the tasks' },
  { go: 'to-agent' as const, label: 'Give the tasks to another agent' },
];

/** The choices when an agent is deactivated or put on leave. */
export const waysOfAbsent = [
  { go: 'as-said' as const, label: 'Leave the tasks with the agent' },
  { go: 'unassigned' as const, label: 'Unassign the tasks' },
  ...waysToMove,
];

/** Deactivates or deletes the agent, or saves the leave, after the tasks were moved. */
type Continue = (expected: { expected_open_tasks?: number }) => void;

/**
 * The dialogs that deactivate or delete an agent, or put an agent on leave, use this hook. `count` is the
 * agent's number of open tasks, and `notDone` says what is not done if the tasks can't be moved.
 */
export function useMoveTasks(agentId: string, count: number | null | undefined, notDone: string) {
  const client = useQueryClient();
  const [go, setGo] = useState<TasksGo>('as-said');
  const [target, setTarget] = useState('');
  const [isMissing, setMissing] = useState(false);
  // Only a backend that can assign many applicants together can move tasks. This query fails on others.
  const isOffered = useQuery({ ...lastAgentsQuery, enabled: Boolean(count) }).isSuccess;
  const all = { filter: openTasksFilter(agentId), expected_count: count ?? 0, move: true };
  const proposal = useQuery({
    queryKey: ['applicants', 'proposal', agentId, count],
    queryFn: ({ signal }) =>
      call(assignMany, { body: { ...all, plan: 'suggest', dry_run: true }, signal }),
    enabled: isOffered && go === 'shared-out',
    gcTime: 0,
  });
  const intention = useRef({ of: '', key: '' });
  const moving = useMutation({
    meta: { notDone },
    /** Returns the number of tasks that the agent still has. */
    mutationFn: async (_then: Continue): Promise<number> => {
      if (go === 'shared-out') return (count ?? 0) - (await moveAsProposed(proposal.data?.shares));
      const agent_id = go === 'unassigned' ? null : Number(target);
      const of = `${agent_id} ${count}`;
      if (intention.current.of !== of) intention.current = { of, key: newKey() };
      await call(assignMany, {
        body: { ...all, plan: [{ agent_id }] },
        idempotencyKey: intention.current.key,
      });
      return 0;
    },
    onSuccess: (left, then) => {
      const { queryKey } = openTasksQuery(agentId);
      client.setQueryData(queryKey, left);
      void refetchChanged(client, 'applicant');
      then({ expected_open_tasks: left });
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'count_changed') return;
      client.setQueryData(openTasksQuery(agentId).queryKey, error.count);
    },
  });
  const problem = moving.error ?? (go === 'shared-out' ? proposal.error : null);
  const isMove = isOffered && Boolean(count) && go !== 'as-said';

  return {
    isOffered: isOffered && Boolean(count),
    ...{ go, setGo, target },
    proposal: proposal.data,
    setTarget: (next: string) => {
      setTarget(next);
      setMissing(false);
    },
    isMissing,
    isPending: moving.isPending,
    error: problem && messageOf(problem, 'Couldn’t move the tasks. Try again.'),
    /**
     * Moves the tasks if chosen, then calls `then` with the number of tasks that the agent still has, even if
     * the user has left the dialog.
     */
    before(then: Continue) {
      if (!isMove) return then(typeof count === 'number' ? { expected_open_tasks: count } : {});
      if (go === 'to-agent' && target === '') return setMissing(true);
      // Moves nothing until the screen shows the proposal, because the user must see it before confirming.
      if (go === 'shared-out' && !proposal.data) return void proposal.refetch();
      moving.mutate(then);
    },
  };
}

async function moveAsProposed(shares: ManyAssigned['shares'] = []): Promise<number> {
  let moved = 0;
  for (const { agent_id, ids, revisions } of shares) {
    const body = {
      ...{ ids, revisions: revisions?.join(','), move: true },
      plan: [{ agent_id, count: ids.length }],
    };
    const done = await call(assignMany, { body, idempotencyKey: newKey() });
    moved += done.shares.reduce((sum, share) => sum + share.ids.length, 0);
  }
  return moved;
}

export type MoveOfTasks = ReturnType<typeof useMoveTasks>;
