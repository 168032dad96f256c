import { listLenders } from '@doorstep/contract/lenders';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Queries the lenders, with their portfolios, and in `portfolios` the portfolios that have no lender. */
export const choicesQuery = queryOptions({
  queryKey: ['filters', 'choices'],
  queryFn: async ({ signal }) => {
    const { results, other_portfolios } = await call(listLenders, { signal });
    return { lenders: results, portfolios: other_portfolios };
  },
  staleTime: 60_000,
});
