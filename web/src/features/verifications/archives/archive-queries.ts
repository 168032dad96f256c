import { listArchives } from '@doorstep/contract/reports/archives';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const archivesKey = ['verifications', 'archives'] as const;

/** Milliseconds between two looks at how far an archive has come. */
const glance = 1_000;

/** One's own archives, looked at again and again while one is being made. Fails where the backend makes none. */
export const archivesQuery = queryOptions({
  queryKey: archivesKey,
  queryFn: async ({ signal }) => (await call(listArchives, { signal })).results ?? [],
  retry: false,
  staleTime: 60_000,
  refetchInterval: ({ state }) =>
    state.data?.some(({ status }) => status !== 'ready') ? glance : false,
});
