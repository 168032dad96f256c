import { assignMany, type ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { newKey } from '../../../lib/api/intention.ts';
import type { Deed } from './assign-words.ts';

/** The number of applicants in one request, which takes about a second and moves the progress bar. */
const turnSize = 1_000;

/** The assigned applicants, and the server's time when it began. It can be undone for a minute. */
export interface Assigned extends ManyAssigned {
  at: number;
  deed: Deed;
}

interface Turn {
  agent_id: number | null;
  ids: number[];
  revisions?: string[] | undefined;
}

interface Run {
  turns: (Turn & { key: string })[];
  total: number;
  result: Assigned;
}

/** Assigns as previewed, in parts. After an interruption it continues where it stopped, with the same key. */
export function useAssignRun(
  onSuccess: (result: Assigned) => void,
  onError: (soFar?: Assigned) => void,
) {
  const run = useRef<Run>(undefined);
  /** `inTurn` of them are being sent. */
  const [progress, setProgress] = useState<{
    done: number;
    total: number;
    inTurn: number;
    soFar?: Assigned;
  }>({ done: 0, total: 0, inTurn: 0 });
  // Not passed to `mutate`, which calls no callbacks once the dialog is gone.
  const mutation = useMutation({
    onSuccess,
    onError: () => onError(run.current?.result),
    retry: (failures, error) => failures < 2 && isUnknown(error),
    retryDelay: 1_000,
    mutationFn: async ({ preview, deed }: { preview: ManyAssigned; deed: Deed }) => {
      run.current ??= begin(preview, deed);
      const { turns, total, result } = run.current;
      for (let turn = turns[0]; turn; turn = turns[0]) {
        const { key, agent_id, ids, revisions } = turn;
        setProgress((before) => ({ ...before, total, inTurn: ids.length }));
        const body = {
          ...{ ids, plan: [{ agent_id, count: ids.length }] },
          ...(deed !== 'assign' && { move: true, revisions: revisions?.join(',') }),
        };
        merge(result, await call(assignMany, { body, idempotencyKey: key }));
        turns.shift();
        setProgress((now) => ({ ...now, done: now.done + ids.length, soFar: result }));
      }
      return result;
    },
  });
  return { ...mutation, ...progress };
}

/** Whether the part may have been assigned although its answer was lost. */
export const isUnknown = (error: Error | null): boolean =>
  error instanceof ApiError && (error.kind !== 'http' || error.code === 'request_under_way');

/** Each part is for one agent, so that each gets what was previewed. */
function begin({ shares }: ManyAssigned, deed: Deed): Run {
  const turns = shares.flatMap(({ agent_id, ids, revisions }) =>
    Array.from({ length: Math.ceil(ids.length / turnSize) }, (_, index) => {
      const [from, to] = [index * turnSize, (index + 1) * turnSize];
      const part = { ids: ids.slice(from, to), revisions: revisions?.slice(from, to) };
      return { key: newKey(), agent_id, ...part };
    }),
  );
  const result: Assigned = {
    ...{ at: Date.now(), deed },
    shares: shares.map(({ revisions: _, ...share }) => ({ ...share, ids: [] })),
    skipped: [],
  };
  return { turns, total: turns.reduce((sum, { ids }) => sum + ids.length, 0), result };
}

function merge(result: Assigned, { shares, skipped }: ManyAssigned): void {
  result.skipped.push(...skipped);
  for (const { agent_id, ids } of shares) {
    result.shares.find((share) => share.agent_id === agent_id)?.ids.push(...ids);
  }
}
