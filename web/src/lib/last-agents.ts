import { lastAssignedAgents } from '@doorstep/contract/applicants/last-agents';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';

/**
 * The ids of the recently assigned agents, the latest first. Fails if the backend can't assign many
 * applicants together.
 */
export const lastAgentsQuery = queryOptions({
  queryKey: ['applicants', 'last-agents'],
  queryFn: async ({ signal }) => {
    const { agent_ids } = await call(lastAssignedAgents, { signal });
    // Another backend may take `assign` in the path for an applicant's id, and answer with something else.
    if (!Array.isArray(agent_ids)) throw new Error('Not a list of agents');
    return agent_ids;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
