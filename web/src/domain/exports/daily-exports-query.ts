import { listDailyExports } from '@doorstep/contract/exports/daily';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** Queries the daily exports. Another backend than Doorstep's may leave `results` out. */
export const dailyExportsQuery = queryOptions({
  queryKey: ['lenders', 'daily-exports'],
  queryFn: ({ signal }) => call(listDailyExports, { signal }),
});
