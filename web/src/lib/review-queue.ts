import { reviewQueue } from '@doorstep/contract/review';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';

/** How many cases wait for review. Fails where the backend has no desk. */
export const reviewQueueQuery = queryOptions({
  queryKey: ['review', 'queue'],
  meta: { kinds: ['verification'] },
  queryFn: ({ signal }) => call(reviewQueue, { signal }),
  retry: false,
});
