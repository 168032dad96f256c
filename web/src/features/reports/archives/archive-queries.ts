import { listArchives } from '@doorstep/contract/reports/archives';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useIdlePreload } from '../../../lib/use-idle-preload.ts';

export const archivesKey = ['verifications', 'archives'] as const;

/** Loads the user's own archives. Fails if the backend doesn't support archives. */
export const archivesQuery = queryOptions({
  queryKey: archivesKey,
  queryFn: async ({ signal }) => (await call(listArchives, { signal })).results ?? [],
  staleTime: 60_000,
});

/** Whether the backend supports archives. Loads them when the browser is idle, and is false until then. */
export function useCanMakeArchives(): boolean {
  const client = useQueryClient();
  const ask = useCallback(() => client.prefetchQuery(archivesQuery), [client]);
  useIdlePreload(ask);
  const { data } = useQuery({ ...archivesQuery, enabled: false, select: Array.isArray });
  return data ?? false;
}
