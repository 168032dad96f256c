import { evidenceSummary } from '@doorstep/contract/evidence/office';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export const evidenceSummaryQuery = queryOptions({
  queryKey: ['evidence', 'summary'],
  queryFn: ({ signal }) => call(evidenceSummary, { signal }),
});
