import { getAudit, listAudit } from '@doorstep/contract/audit';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

export interface AuditSearch {
  who?: string;
  /** An event such as 'user.delete', or a subject such as 'user' for all its events. */
  event?: string;
  record?: string;
  start?: string;
  end?: string;
}

export function filterOf({ who, event, record, start, end }: AuditSearch) {
  const isOne = event?.includes('.');
  return {
    actor_id: who,
    event: isOne ? event : undefined,
    subject: isOne ? undefined : event,
    subject_id: record,
    start_date: start,
    end_date: end,
  };
}

export const auditListQuery = (page: number, search: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', 'list', page, search],
    queryFn: async ({ signal }) => {
      const query = { page, ...filterOf(search) };
      const { results, count } = await call(listAudit, { query, signal });
      return { rows: results, count };
    },
    placeholderData: keepPreviousData,
    // Fetched again whenever the page opens, because actions on other screens add rows.
    staleTime: 0,
  });

export const auditRecordQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'record', id],
    queryFn: ({ signal }) => call(getAudit, { params: { id }, signal }),
  });
