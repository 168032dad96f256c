import { applicantMatches, type Match } from '@doorstep/contract/applicants/matches';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { isBackendElsewhere } from '../../lib/config.ts';

/** Only our own backend offers matches. */
export const matchesQuery = (applicantId: number | undefined) =>
  queryOptions({
    queryKey: ['applicant-matches', applicantId],
    queryFn: async ({ signal }): Promise<Match[]> => {
      const params = { id: String(applicantId) };
      return (await call(applicantMatches, { params, signal })).results ?? [];
    },
    enabled: applicantId !== undefined && !isBackendElsewhere(),
  });

/** Returns undefined until the matches are loaded, or if they can't be loaded. */
export const useMatches = (applicantId: number | undefined): Match[] | undefined =>
  useQuery(matchesQuery(applicantId)).data;
