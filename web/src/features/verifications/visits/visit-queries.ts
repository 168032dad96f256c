import { listApplicantVisits, listHeldVisits } from '@doorstep/contract/visits/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { isNotOffered } from '../../../lib/api/api-error.ts';

/** The visits that wait for an admin, the oldest hundred of them. Fails where the backend holds none. */
export const heldVisitsQuery = queryOptions({
  queryKey: ['visits', 'held'],
  queryFn: ({ signal }) => call(listHeldVisits, { query: { page_size: 100 }, signal }),
  retry: false,
  staleTime: 30_000,
});

/** All visits to an applicant, newest first; null where the backend keeps none. */
export const visitsQuery = (applicantId: number) =>
  queryOptions({
    queryKey: ['visits', 'of', applicantId],
    queryFn: async ({ signal }) => {
      try {
        const { results } = await call(listApplicantVisits, {
          params: { id: applicantId },
          signal,
        });
        return results ?? [];
      } catch (error) {
        if (isNotOffered(error)) return null;
        throw error;
      }
    },
    retry: false,
    staleTime: 30_000,
  });
