import { listDailyExports } from '@doorstep/contract/exports/daily';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Another backend may omit the results. */
export const dailyExportsQuery = queryOptions({
  queryKey: ['lenders', 'daily-exports'],
  queryFn: ({ signal }) => call(listDailyExports, { signal }),
});
