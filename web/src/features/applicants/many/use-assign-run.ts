import { assignMany, type ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { newKey } from '../../../lib/api/intention.ts';

/** How many are sent at a time: a second or so each, which the progress bar shows. */
const turnSize = 1_000;

/** What was assigned, and when it began: by the server's clock it can be taken back for a minute. */
export interface Assigned extends ManyAssigned {
  at: number;
}

interface Run {
  turns: { key: string; ids: number[]; plan: { agent_id: number; count: number }[] }[];
  total: number;
  result: Assigned;
}

/** Assigns as it was previewed, turn by turn. What broke off goes on where it stopped, under the same key. */
export function useAssignRun(
  onSuccess: (result: Assigned) => void,
  onError: (soFar?: Assigned) => void,
) {
  const run = useRef<Run>(undefined);
  const [progress, setProgress] = useState<{ done: number; total: number; soFar?: Assigned }>({
    done: 0,
    total: 0,
  });
  // These callbacks are not given to `mutate`, which calls none once the dialog is gone.
  const mutation = useMutation({
    onSuccess,
    onError: () => onError(run.current?.result),
    retry: (failures, error) => failures < 2 && isUnknown(error),
    retryDelay: 1_000,
    mutationFn: async (preview: ManyAssigned): Promise<Assigned> => {
      run.current ??= begin(preview);
      const { turns, total, result } = run.current;
      setProgress((before) => ({ ...before, total }));
      for (let turn = turns[0]; turn; turn = turns[0]) {
        const { key, ids, plan } = turn;
        const body = { ids, plan };
        merge(result, await call(assignMany, { body, idempotencyKey: key }));
        turns.shift();
        setProgress(({ done }) => ({ total, done: done + ids.length, soFar: result }));
      }
      return result;
    },
  });
  const { done, total } = progress;
  return { ...mutation, ...progress, inTurn: Math.min(turnSize, total - done) };
}

/** Whether the turn may have been done without its answer having come. */
export const isUnknown = (error: Error | null): boolean =>
  error instanceof ApiError && (error.kind !== 'http' || error.code === 'request_under_way');

function begin({ shares }: ManyAssigned): Run {
  const given = shares.flatMap(({ agent_id, ids }) => ids.map((id) => ({ agent_id, id })));
  const turns: Run['turns'] = [];
  for (let start = 0; start < given.length; start += turnSize) {
    const turn = given.slice(start, start + turnSize);
    turns.push({
      key: newKey(),
      ids: turn.map(({ id }) => id),
      plan: [...Map.groupBy(turn, ({ agent_id }) => agent_id)].map(([agent_id, those]) => ({
        agent_id,
        count: those.length,
      })),
    });
  }
  const result = {
    at: Date.now(),
    shares: shares.map((share) => ({ ...share, ids: [] })),
    skipped: [],
  };
  return { turns, total: given.length, result };
}

function merge(result: Assigned, { shares, skipped }: ManyAssigned): void {
  result.skipped.push(...skipped);
  for (const { agent_id, ids } of shares) {
    result.shares.find((share) => share.agent_id === agent_id)?.ids.push(...ids);
  }
}
