import { evidenceSummary } from '@doorstep/contract/evidence/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** How each check of the evidence does, and what it is held to. Another backend may have none. */
export const evidenceSummaryQuery = queryOptions({
  queryKey: ['evidence', 'summary'],
  queryFn: ({ signal }) => call(evidenceSummary, { signal }),
});
