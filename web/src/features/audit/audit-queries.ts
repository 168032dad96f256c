import { getAudit, listAudit } from '@doorstep/contract/audit';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** The filters in the address. */
export interface AuditSearch {
  who?: string;
  /** One event, `subject.action`, or all events of a subject. */
  event?: string;
  record?: string;
  start?: string;
  end?: string;
}

/** Returns the filters in the API's form. */
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
    // Every use of another screen may add rows.
    staleTime: 0,
  });

export const auditRecordQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'record', id],
    queryFn: ({ signal }) => call(getAudit, { params: { id }, signal }),
  });
