import { getAudit, listAudit } from '@doorstep/contract/audit';
import { listAdmins, listUsers } from '@doorstep/contract/users';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';

/** What the address narrows the list to. */
export interface AuditSearch {
  /** A user's id. */
  who?: string;
  /** One event, `subject.action`, or all of a subject. */
  event?: string;
  /** The record's number. */
  record?: string;
  start?: string;
  end?: string;
}

/** The filter as the wire has it. */
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
    // Every look at another screen may add to it.
    staleTime: 0,
  });

export const auditRecordQuery = (id: string) =>
  queryOptions({
    queryKey: ['audit', 'record', id],
    queryFn: ({ signal }) => call(getAudit, { params: { id }, signal }),
  });

const byName = new Intl.Collator('en', { sensitivity: 'base' });

/** Everyone who may have acted, by name. */
export const actorsQuery = queryOptions({
  queryKey: ['audit', 'actors'],
  meta: { kinds: ['user'] },
  queryFn: async ({ signal }) => {
    const [agents, admins] = await Promise.all([
      call(listUsers, { signal }),
      call(listAdmins, { query: { admins: 'true' }, signal }),
    ]);
    const all = new Map([...agents.users, ...admins.users].map((user) => [user.id, user]));
    return [...all.values()].toSorted((a, b) => byName.compare(a.name, b.name) || a.id - b.id);
  },
  staleTime: 5 * 60_000,
});
