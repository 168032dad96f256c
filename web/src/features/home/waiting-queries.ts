import { listApplicants } from '@doorstep/contract/applicants';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** The same filters count the applicants and list them. */
export const unassignedFilter = { assigned: 'false' } as const;
export const toVisitFilter = { status: 'assigned' } as const;

/** How many applicants a filter finds. Asked only of a backend with a desk: another may not know the filters. */
export const waitingQuery = (filter: typeof unassignedFilter | typeof toVisitFilter) =>
  queryOptions({
    queryKey: ['applicants', 'list', 'count', filter],
    meta: { kinds: ['applicant'] },
    queryFn: async ({ signal }) => {
      const query = { ...filter, page_size: 1 };
      return (await call(listApplicants, { query, signal })).count;
    },
    retry: false,
  });
