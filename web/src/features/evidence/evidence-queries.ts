import { evidenceSummary } from '@doorstep/contract/evidence/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** The statistics and thresholds of the evidence checks. Another backend may have none. */
export const evidenceSummaryQuery = queryOptions({
  queryKey: ['evidence', 'summary'],
  queryFn: ({ signal }) => call(evidenceSummary, { signal }),
});
