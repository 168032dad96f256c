import type { Verification } from '@doorstep/contract/verifications';
import type { AgentCall } from '@doorstep/contract/visits/calls';
import { listApplicantVisits, type Visit } from '@doorstep/contract/visits/visit';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isNotOffered } from '../../lib/api/api-error.ts';

/**
 * Returns an applicant's visits and calls, newest first. Both are undefined while they are not loaded, or if
 * loading failed.
 */
export function useVisits(applicantId: number | undefined): Contacts {
  const { data } = useQuery({
    queryKey: ['visits', 'of', applicantId],
    meta: { kinds: ['applicant'] },
    queryFn: async ({ signal }) => {
      try {
        const params = { id: String(applicantId) };
        return await call(listApplicantVisits, { params, signal });
      } catch (error) {
        if (isNotOffered(error)) return null;
        throw error;
      }
    },
    enabled: applicantId !== undefined,
    staleTime: 30_000,
  });
  return { visits: data ? (data.results ?? []) : undefined, calls: data?.calls };
}

interface Contacts {
  visits: Visit[] | undefined;
  calls: AgentCall[] | undefined;
}

export function useVisitsOf(
  verification: Pick<Verification, 'verification_id'> &
    Partial<Pick<Verification, 'application_details'>>,
) {
  const { visits, calls } = useVisits(verification.application_details?.id);
  const visit = visits?.find(
    ({ verification_id }) => verification_id === verification.verification_id,
  );
  return { visits, visit, calls };
}
