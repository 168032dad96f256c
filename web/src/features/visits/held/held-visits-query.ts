import { listHeldVisits } from '@doorstep/contract/visits/visit';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';

/** Loads the 100 oldest held visits. Fails if the backend doesn't hold visits. */
export const heldVisitsQuery = queryOptions({
  queryKey: ['visits', 'held'],
  meta: { kinds: ['applicant'] },
  queryFn: ({ signal }) => call(listHeldVisits, { query: { page_size: 100 }, signal }),
  staleTime: 30_000,
});
