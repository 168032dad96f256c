import { listApplicantVisits, listHeldVisits } from '@doorstep/contract/visits/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';

/** The visits that wait for an admin, the oldest hundred of them. Fails where the backend holds none. */
export const heldVisitsQuery = queryOptions({
  queryKey: ['visits', 'held'],
  queryFn: ({ signal }) => call(listHeldVisits, { query: { page_size: 100 }, signal }),
  retry: false,
  staleTime: 30_000,
});

/** All visits to an applicant, newest first. Fails where the backend knows of none. */
export const visitsQuery = (applicantId: number) =>
  queryOptions({
    queryKey: ['visits', 'of', applicantId],
    queryFn: async ({ signal }) =>
      (await call(listApplicantVisits, { params: { id: applicantId }, signal })).results ?? [],
    retry: false,
    staleTime: 30_000,
  });
