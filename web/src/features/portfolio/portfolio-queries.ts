import { portfolioSummary } from '@doorstep/contract/portfolio';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import type { WholeRange } from './date-range.ts';
import { rowsOf } from './read-summary.ts';

export const portfolioQuery = (range: WholeRange | undefined) =>
  queryOptions({
    queryKey: ['portfolio-summary', range],
    meta: { kinds: ['applicant'] },
    queryFn: async ({ signal }) => {
      const query = { start_date: range?.start, end_date: range?.end };
      const answer = await call(portfolioSummary, { query, signal });
      if ((answer as { success?: unknown }).success === false) {
        throw new ApiError('http', { status: 200, body: answer });
      }
      return rowsOf(answer);
    },
    enabled: range !== undefined,
    placeholderData: keepPreviousData,
  });
