import { listApplicants } from '@doorstep/contract/applicants';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export const openTasksFilter = (agentId: string) =>
  ({ agent: agentId, status: 'assigned' }) as const;

/** Queries the number of an agent's open tasks. The result is null if the backend ignores the filter. */
export const openTasksQuery = (agentId: string) =>
  queryOptions({
    queryKey: ['applicants', 'list', 'open-tasks', agentId],
    meta: { kinds: ['applicant'] },
    queryFn: async ({ signal }) => {
      const query = openTasksFilter(agentId);
      const { results, count } = await call(listApplicants, { query, signal });
      const isFiltered = results.every(
        (row) => row.status === query.status && String(row.assigned_agent?.id) === agentId,
      );
      return isFiltered ? (count ?? results.length) : null;
    },
    refetchOnMount: 'always',
  });
