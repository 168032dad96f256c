import { applicantMatches, type Match } from '@doorstep/contract/applicants/matches';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isBackendElsewhere } from '../../lib/config.ts';

/** Queries the applicants that match this one. Only our own backend has this list. */
export const matchesQuery = (applicantId: number | undefined) =>
  queryOptions({
    queryKey: ['applicant-matches', applicantId],
    queryFn: async ({ signal }): Promise<Match[]> => {
      const params = { id: String(applicantId) };
      return (await call(applicantMatches, { params, signal })).results ?? [];
    },
    enabled: applicantId !== undefined && !isBackendElsewhere(),
  });

/** Returns undefined while the matches are not loaded, or if loading failed. */
export const useMatches = (applicantId: number | undefined): Match[] | undefined =>
  useQuery(matchesQuery(applicantId)).data;
