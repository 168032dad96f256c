import { agentsOnLeave } from '@doorstep/contract/agents';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';

/**
 * The last day of leave by agent id, for the agents who are on leave today. Fails if the backend doesn't
 * store leave.
 */
export const agentsOnLeaveQuery = queryOptions({
  queryKey: ['agents-on-leave'],
  meta: { kinds: ['user'] },
  queryFn: async ({ signal }): Promise<Map<number, string>> => {
    const { results } = await call(agentsOnLeave, { signal });
    return new Map(results.map(({ id, to_day }) => [id, to_day]));
  },
  staleTime: 5 * 60_000,
});
