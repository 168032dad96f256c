import type { Verification } from '@doorstep/contract/verifications';
import { listApplicantVisits, type Visit } from '@doorstep/contract/visits/visit';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isNotOffered } from '../../lib/api/api-error.ts';

/** All visits to an applicant, newest first; undefined until they are known, and where the backend keeps none. */
export function useVisits(applicantId: number | undefined): Visit[] | undefined {
  const { data } = useQuery({
    queryKey: ['visits', 'of', applicantId],
    meta: { kinds: ['applicant'] },
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

/** All visits to a verification's applicant, and the one that it stands on. */
export function useVisitsOf(
  verification: Pick<Verification, 'verification_id'> &
    Partial<Pick<Verification, 'application_details'>>,
) {
  const visits = useVisits(verification.application_details?.id);
  const visit = visits?.find(
    ({ verification_id }) => verification_id === verification.verification_id,
  );
  return { visits, visit };
}
