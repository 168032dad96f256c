import { listArchives } from '@doorstep/contract/reports/archives';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../../lib/api/api-client.ts';
import { useIdlePreload } from '../../../lib/use-idle-preload.ts';

export const archivesKey = ['verifications', 'archives'] as const;

/** One's own archives. Fails where the backend makes none. */
export const archivesQuery = queryOptions({
  queryKey: archivesKey,
  queryFn: async ({ signal }) => (await call(listArchives, { signal })).results ?? [],
  retry: false,
  staleTime: 60_000,
});

/** Whether the backend makes archives: asked in a quiet moment, for a page that shows none of them itself. */
export function useCanMakeArchives(): boolean {
  const client = useQueryClient();
  const ask = useCallback(() => client.prefetchQuery(archivesQuery), [client]);
  useIdlePreload(ask);
  const { data } = useQuery({ ...archivesQuery, enabled: false, select: Array.isArray });
  return data ?? false;
}
