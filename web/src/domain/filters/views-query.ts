import { listViews } from '@doorstep/contract/views';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Fails if the backend stores no views. The filters are then hidden, as the backend has none either. */
export const viewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => {
    const { results } = await call(listViews, { signal });
    if (!Array.isArray(results)) throw new Error('Not a list of views');
    return results;
  },
  staleTime: 60_000,
});
