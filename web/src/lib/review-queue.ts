import { type ReviewQueue, reviewQueue } from '@doorstep/contract/review';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api/api-client.ts';

/** Loads the counts of the review queue. Fails if the backend has no review desk. */
export const reviewQueueQuery = queryOptions({
  queryKey: ['review', 'queue'],
  meta: { kinds: ['verification'] },
  queryFn: ({ signal }) => call(reviewQueue, { signal }),
});

export const countReviewable = ({
  waiting,
  second_looks: looks = 0,
  differences = 0,
}: ReviewQueue): number => waiting + looks + differences;
