import { listApplicantVisits, type Visit } from '@doorstep/contract/visits/office';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isNotOffered } from '../../lib/api/api-error.ts';

/** All visits to an applicant, newest first; undefined until they are known, and where the backend keeps none. */
export function useVisits(applicantId: number | undefined): Visit[] | undefined {
  const { data } = useQuery({
    queryKey: ['visits', 'of', applicantId],
    queryFn: async ({ signal }) => {
      try {
        const params = { id: String(applicantId) };
        return (await call(listApplicantVisits, { params, signal })).results ?? [];
      } catch (error) {
        if (isNotOffered(error)) return null;
        throw error;
      }
    },
    enabled: applicantId !== undefined,
    retry: false,
    staleTime: 30_000,
  });
  return data ?? undefined;
}
