import { assignMany, type ManyAssigned } from '@doorstep/contract/applicants/assign-many';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import type { applicantFilter } from '../applicant-queries.ts';

export type Chosen =
  | { ids: number[] }
  | {
      filter: ReturnType<typeof applicantFilter>;
      expected_count: number;
    };

/**
 * Previews how many applicants each agent would get. An empty `agents` asks the server for a proposal, and
 * `[null]` unassigns. The result has `count` if the filter now matches another number of applicants.
 */
export const previewQuery = (chosen: Chosen, agents: readonly (number | null)[], move: boolean) =>
  queryOptions({
    queryKey: ['applicants', 'preview', chosen, agents, move],
    queryFn: async ({ signal }): Promise<ManyAssigned & { count?: number }> => {
      const ask = (those: Chosen) =>
        call(assignMany, {
          body: {
            ...those,
            plan: agents.length > 0 ? agents.map((agent_id) => ({ agent_id })) : 'suggest',
            ...(move && { move }),
            dry_run: true,
          },
          signal,
        });
      try {
        return await ask(chosen);
      } catch (error) {
        const count = error instanceof ApiError ? error.count : undefined;
        if (count === undefined || !('filter' in chosen)) throw error;
        return { ...(await ask({ ...chosen, expected_count: count })), count };
      }
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
