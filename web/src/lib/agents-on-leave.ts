import { agentsOnLeave } from '@doorstep/contract/agents';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';

/** The last day of leave of each agent who is on leave today, by id. Fails if the backend has no leave. */
export const agentsOnLeaveQuery = queryOptions({
  queryKey: ['agents-on-leave'],
  meta: { kinds: ['user'] },
  queryFn: async ({ signal }): Promise<Map<number, string>> => {
    const { results } = await call(agentsOnLeave, { signal });
    return new Map(results.map(({ id, to_day }) => [id, to_day]));
  },
  staleTime: 5 * 60_000,
});
