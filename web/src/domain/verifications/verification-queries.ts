import { limits } from '@doorstep/contract/limits';
import {
  getVerification,
  listVerifications,
  type VerificationSummary,
} from '@doorstep/contract/verifications';
import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ListFilters } from '../../lib/address/list-filters.ts';
import { call } from '../../lib/api/api-client.ts';
import { newKey } from '../../lib/api/intention.ts';
import { isBackendElsewhere } from '../../lib/config.ts';
import type { ListPage } from '../../lib/list/use-paged-list.ts';

export interface ListWanted extends ListFilters {
  page: number;
  search?: string;
  decision?: DecisionFilter;
}

export const verificationKeys = {
  list: (wanted: ListWanted) => ['verifications', 'list', wanted] as const,
  detail: (id: string) => ['verifications', 'detail', id] as const,
};

function matches(row: VerificationSummary, { search, decision }: ListWanted): boolean {
  if (decision !== undefined && (row.admin_decision ?? 'pending') !== decision) return false;
  if (search === undefined) return true;
  const wanted = search.trim().toLowerCase();
  return [row.applicant, row.agent, row.verification_id, row.applicant_ids].some((value) =>
    String(value ?? '')
      .toLowerCase()
      .includes(wanted),
  );
}

/** If the backend neither pages nor filters, it returns all rows. They are then filtered and paged here. */
function pageOf(
  results: VerificationSummary[],
  count: number,
  wanted: ListWanted,
): ListPage<VerificationSummary> {
  const isPaged = count > results.length || !isBackendElsewhere();
  if (results.length <= limits.pageSize && isPaged) return { rows: results, count };
  const matching = results.filter((row) => matches(row, wanted));
  const start = (wanted.page - 1) * limits.pageSize;
  return { rows: matching.slice(start, start + limits.pageSize), count: matching.length };
}

export async function fetchPage(
  wanted: ListWanted,
  signal: AbortSignal,
): Promise<ListPage<VerificationSummary>> {
  const { decision, ...filters } = wanted;
  const query = { ...filters, admin_decision: decision, fields: 'list' };
  const { results, count, count_is_minimum } = await call(listVerifications, { query, signal });
  const page = pageOf(results, count ?? results.length, wanted);
  return { ...page, isMinimum: count_is_minimum };
}

export const verificationListQuery = (wanted: ListWanted) =>
  queryOptions({
    queryKey: verificationKeys.list(wanted),
    meta: { kinds: ['verification'] },
    queryFn: ({ signal }) => fetchPage(wanted, signal),
    placeholderData: keepPreviousData,
  });

/** Milliseconds between two polls while checks run. The end of the checks sends no event. */
const lookAgain = 2_000;
/**
 * Milliseconds after which polling stops. Checks that take longer are probably not running, and each open
 * page would poll forever.
 */
const lookFor = 60_000;
const lookingSince = new WeakMap<object, number>();

function nextLook(query: object, isDue: boolean): number | false {
  if (!isDue) {
    lookingSince.delete(query);
    return false;
  }
  const since = lookingSince.get(query) ?? Date.now();
  lookingSince.set(query, since);
  return Date.now() - since < lookFor && lookAgain;
}

export const verificationQuery = (id: string) =>
  queryOptions({
    queryKey: verificationKeys.detail(id),
    meta: { record: { kind: 'verification', id } },
    queryFn: ({ signal }) => call(getVerification, { params: { id }, signal }),
    refetchInterval: (query) => nextLook(query, query.state.data?.evidence_due ?? false),
  });

/**
 * Loads a record after an action of the user, and stores it if the page shows this record. Sends a separate
 * request: a running one may be older than the action, and is cancelled when the user leaves the page.
 * Returns undefined after a failure.
 */
export async function reloadVerification(client: QueryClient, id: string) {
  const record = await client
    .fetchQuery({
      queryKey: ['verification after an action', newKey()],
      queryFn: () => call(getVerification, { params: { id } }),
      gcTime: 0,
    })
    .catch(() => undefined);
  const queryKey = verificationKeys.detail(id);
  if (record && client.getQueryState(queryKey)) {
    void client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, record);
  }
  return record;
}
