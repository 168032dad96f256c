import { evidenceSummary } from '@doorstep/contract/evidence/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Loads the statistics and thresholds of the evidence checks. Other backends may have no such checks. */
export const evidenceSummaryQuery = queryOptions({
  queryKey: ['evidence', 'summary'],
  queryFn: ({ signal }) => call(evidenceSummary, { signal }),
});
