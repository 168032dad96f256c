import { listApplicants } from '@doorstep/contract/applicants';
import { reviewQueue } from '@doorstep/contract/review';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** How many cases wait for review. Fails where the backend has no desk. */
export const toReviewQuery = queryOptions({
  queryKey: ['review', 'queue'],
  queryFn: ({ signal }) => call(reviewQueue, { signal }),
  retry: false,
});

/** How many applicants have no agent. Asked only of a backend with a desk: another may not know the filter. */
export const unassignedQuery = queryOptions({
  queryKey: ['applicants', 'list', 'unassigned'],
  queryFn: async ({ signal }) => {
    const query = { assigned: 'false', page_size: 1 };
    return (await call(listApplicants, { query, signal })).count;
  },
  retry: false,
});
