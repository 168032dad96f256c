import { listHeldVisits } from '@doorstep/contract/visits/visit';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';

/** The visits that wait for an admin, the oldest hundred. Fails if the backend holds none. */
export const heldVisitsQuery = queryOptions({
  queryKey: ['visits', 'held'],
  meta: { kinds: ['applicant'] },
  queryFn: ({ signal }) => call(listHeldVisits, { query: { page_size: 100 }, signal }),
  staleTime: 30_000,
});
