import { assignMany, type ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { newKey } from '../../../lib/api/intention.ts';
import type { Deed } from './assign-words.ts';

/**
 * The maximum number of applicants in a request. Such a request takes about a second, so that the progress
 * bar, which moves after each request, moves every second.
 */
const turnSize = 1_000;

/**
 * The assigned applicants. `at` is when the assignment began, by the browser's clock. The time for an undo
 * begins then.
 */
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

/**
 * Assigns the applicants as in the preview, in one or more requests. After a failure, a retry starts with the
 * failed request, with the same idempotency key.
 */
export function useAssignRun(
  onSuccess: (result: Assigned) => void,
  onError: (soFar?: Assigned) => void,
) {
  const run = useRef<Run>(undefined);
  /**
   * `inTurn` is the number of applicants in the current request. `soFar` is the result of the completed
   * requests.
   */
  const [progress, setProgress] = useState<{
    done: number;
    total: number;
    inTurn: number;
    soFar?: Assigned;
  }>({ done: 0, total: 0, inTurn: 0 });
  // The callbacks are set here and not at `mutate`, whose callbacks don't run after the dialog is closed.
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

/**
 * Whether the server may have assigned the applicants although the request failed, for example by a timeout.
 */
export const isUnknown = (error: Error | null): boolean =>
  error instanceof ApiError && (error.kind !== 'http' || error.code === 'request_under_way');

/** Splits the preview into requests for one agent each, so that each agent gets exactly these applicants. */
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
