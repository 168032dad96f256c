import { type RelatedApplicant, relatedApplicants } from '@doorstep/contract/applicants';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/api-client.ts';
import { isBackendElsewhere } from '../config.ts';
import { formatDay } from '../format.ts';

interface Own {
  id?: number | undefined;
  name?: string | undefined;
  type?: string | undefined;
}

/**
 * Returns the other contact points of the application. Undefined until they are loaded, or if they can't be
 * loaded.
 */
export function useRelated(own: Own) {
  const id = String(own.id);
  const { data } = useQuery({
    queryKey: ['applicants', 'related', id],
    meta: { kinds: ['applicant'] },
    queryFn: ({ signal }) => call(relatedApplicants, { params: { id }, signal }),
    enabled: own.id !== undefined && !isBackendElsewhere(),
  });
  return data?.results?.map((other) => ({
    id: String(other.id),
    verificationId: other.verification_id ?? undefined,
    text: describePoint(other, own),
    state: describeState(other),
  }));
}

/** Returns 'OFFICE' for the same applicant, and 'Co-Applicant Sita Kumar: OFFICE' for another applicant. */
function describePoint(
  { applicant_name, applicant_type, visit_type }: RelatedApplicant,
  { name, type }: Own,
): string {
  return applicant_name === name && applicant_type === type
    ? visit_type
    : `${applicant_type} ${applicant_name}: ${visit_type}`;
}

function describeState({ status, visited_at }: RelatedApplicant): string {
  if (status === 'pending') return 'not assigned';
  if (status === 'assigned' || visited_at === null) return 'assigned';
  return `visited ${formatDay(visited_at)}`;
}
