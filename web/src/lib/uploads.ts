import { listUploads } from '@doorstep/contract/bulk-upload/uploads';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';

/** Fails if the backend has no list of uploads. */
export const uploadListQuery = (page: number) =>
  queryOptions({
    queryKey: ['uploads', page],
    meta: { kinds: ['applicant'] },
    queryFn: async ({ signal }) => {
      const { results, count } = await call(listUploads, { query: { page }, signal });
      return { rows: results, count };
    },
    placeholderData: keepPreviousData,
  });
