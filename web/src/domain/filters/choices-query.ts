import { listLenders } from '@doorstep/contract/lenders';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** The lenders that can be chosen, and the portfolios of none. */
export const choicesQuery = queryOptions({
  queryKey: ['filters', 'choices'],
  queryFn: async ({ signal }) => {
    const { results, other_portfolios } = await call(listLenders, { signal });
    return { lenders: results, portfolios: other_portfolios };
  },
  staleTime: 60_000,
  retry: false,
});
