import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import {
  verificationKeys,
  verificationQuery,
} from '../../../domain/verifications/verification-queries.ts';
import { useIsOutdated } from '../../../lib/live/use-is-outdated.ts';

/**
 * Loads a case, and reloads it after a reported change and while its checks are running. Doesn't retry after
 * a failure: `useReview` does so when it renews the claim.
 */
export function useCase(id: string | undefined) {
  const query = useQuery({
    ...verificationQuery(id ?? ''),
    enabled: id !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOutdated = useIsOutdated(verificationKeys.detail(id ?? ''));
  const { refetch, isError } = query;
  useEffect(() => {
    if (isOutdated && !isError) void refetch();
  }, [isOutdated, isError, refetch]);
  return query;
}
