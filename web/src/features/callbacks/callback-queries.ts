import { listCallbacks } from '@doorstep/contract/callbacks';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export const callbackListQuery = (state: 'open' | 'closed') => (page: number) =>
  queryOptions({
    queryKey: ['callbacks', state, page],
    meta: { kinds: ['verification'] },
    queryFn: async ({ signal }) => {
      const { results, count } = await call(listCallbacks, { query: { page, state }, signal });
      return { rows: results, count };
    },
    placeholderData: keepPreviousData,
  });
