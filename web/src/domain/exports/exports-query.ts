import { listExports } from '@doorstep/contract/exports';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Fails if the backend doesn't offer exports. */
export const exportsQuery = queryOptions({
  queryKey: ['exports'],
  queryFn: async ({ signal }) => (await call(listExports, { signal })).results ?? [],
  staleTime: 60_000,
});
