import { listApplicants } from '@doorstep/contract/applicants';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** How many applicants have no agent, or wait for a visit. Asked only of a backend with a desk: another may not know the filters. */
const countQuery = (filter: { assigned: 'false' } | { status: 'assigned' }) =>
  queryOptions({
    queryKey: ['applicants', 'list', 'count', filter],
    queryFn: async ({ signal }) => {
      const query = { ...filter, page_size: 1 };
      return (await call(listApplicants, { query, signal })).count;
    },
    retry: false,
  });
export const unassignedQuery = countQuery({ assigned: 'false' });
export const toVisitQuery = countQuery({ status: 'assigned' });
