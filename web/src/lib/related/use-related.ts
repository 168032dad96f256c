import { type RelatedApplicant, relatedApplicants } from '@doorstep/contract/applicants';
import { useQuery } from '@tanstack/react-query';
import { call } from '../api/api-client.ts';
import { isBackendElsewhere } from '../config.ts';
import { formatDay } from '../format.ts';

/** Whose contact points are asked for, as far as a backend says. */
interface Own {
  id?: number | undefined;
  name?: string | undefined;
  type?: string | undefined;
}

/**
 * The other contact points of an applicant's application, ready to be shown. Undefined until they are known, and for good
 * where the backend doesn't know of them.
 */
export function useRelated(own: Own) {
  const id = String(own.id);
  const { data } = useQuery({
    queryKey: ['applicants', 'related', id],
    meta: { kinds: ['applicant'] },
    queryFn: ({ signal }) => call(relatedApplicants, { params: { id }, signal }),
    enabled: own.id !== undefined && !isBackendElsewhere(),
    retry: false,
  });
  return data?.results?.map((other) => ({
    id: String(other.id),
    verificationId: other.verification_id ?? undefined,
    text: describePoint(other, own),
    state: describeState(other),
  }));
}

/** 'OFFICE', and whose where that is somebody else: 'Co-Applicant Sita Kumar: OFFICE'. */
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
