import { useQuery, useQueryClient } from '@tanstack/react-query';
import { openTasksQuery } from '../../../domain/agents/open-tasks-query.ts';
import { ApiError } from '../../../lib/api/api-error.ts';

export function useOpenTasks(agentId: string, enabled = true) {
  const client = useQueryClient();
  const query = openTasksQuery(agentId);
  const { data, isError } = useQuery({ ...query, enabled });
  const count = isError ? null : data;
  return {
    count,
    /** Takes the current number from the error, if a request was rejected because the number had changed. */
    readFailure: (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'count_changed') return;
      client.setQueryData(query.queryKey, error.count);
    },
  };
}
