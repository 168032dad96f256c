import {
  nextCases,
  releaseClaim as releaseEndpoint,
  renewClaim as renewEndpoint,
  reviewDay,
} from '@doorstep/contract/review';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export const reviewDayQuery = queryOptions({
  queryKey: ['review', 'day'],
  queryFn: ({ signal }) => call(reviewDay, { signal }),
  staleTime: 30_000,
});

/** Claims the next cases and returns their IDs. `after` is the shown case, which stays claimed. */
export async function claimNext(after: string | undefined): Promise<string[]> {
  const body = after === undefined ? {} : { after: Number(after) };
  const { verification_ids } = await call(nextCases, { body });
  return verification_ids.map(String);
}

/** Claims a case, or renews the claim if the reviewer already has it. */
export const renewClaim = (id: string) => call(renewEndpoint, { params: { id } });

export const releaseClaim = (id: string, isSkipped = false) =>
  call(releaseEndpoint, { params: { id }, query: isSkipped ? { skip: 'true' } : {} });
