import { getLender, listLenders } from '@doorstep/contract/lenders';
import { listCalendars } from '@doorstep/contract/lenders/calendars';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { refetchLists } from '../../lib/live/refetch-changed.ts';

export const lendersQuery = queryOptions({
  queryKey: ['lenders', 'list'],
  queryFn: ({ signal }) => call(listLenders, { signal }),
  meta: { kinds: ['applicant'] },
});

export const calendarsQuery = queryOptions({
  queryKey: ['lenders', 'calendars'],
  queryFn: ({ signal }) => call(listCalendars, { signal }),
});

export const lenderToDeleteQuery = (id: string) =>
  queryOptions({
    queryKey: ['lenders', 'to-delete', id],
    queryFn: ({ signal }) => call(getLender, { params: { id }, query: { with: 'due' }, signal }),
  });

export const lenderQuery = (id: string) =>
  queryOptions({
    queryKey: ['lenders', 'record', id],
    queryFn: ({ signal }) => call(getLender, { params: { id }, signal }),
  });

export function refetchLenders(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ['lenders'] });
  void refetchLists(client, 'applicant');
  void refetchLists(client, 'verification');
}
