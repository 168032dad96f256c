import { listExportLayouts } from '@doorstep/contract/exports/layouts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export const exportLayoutsQuery = queryOptions({
  queryKey: ['lenders', 'export-layouts'],
  queryFn: async ({ signal }) => (await call(listExportLayouts, { signal })).results ?? [],
});
