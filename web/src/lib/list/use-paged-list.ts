import { limits } from '@doorstep/contract/limits';
import {
  hashKey,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { ApiError } from '../api/api-error.ts';
import { whenIdle } from '../use-idle-preload.ts';

export interface ListPage<Row> {
  rows: Row[];
  count: number;
  /** Whether there may be more rows than `count`. No page shows these additional rows. */
  isMinimum?: boolean | undefined;
}

export function lastPageOf(count: number): number {
  return Math.max(1, Math.ceil(count / limits.pageSize));
}

/** Goes to the last page if the requested page is beyond it. `last` is undefined while unknown. */
export function useStepBack(page: number, last: number | undefined, goTo: (page: number) => void) {
  const step = useEffectEvent(goTo);
  useEffect(() => {
    if (last !== undefined && page > last) step(last);
  }, [page, last]);
}

/**
 * Returns one page of a list and prefetches the next page. If the page no longer exists, because the list
 * became shorter or a link is old, `goTo` replaces it with the last page.
 */
export function usePagedList<Row, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, Key>,
  page: number,
  goTo: (page: number) => void,
) {
  const list = useQuery(queryOf(page));
  const known = list.isPlaceholderData ? undefined : list.data;
  const isGone = page > 1 && isNotFound(list.error);
  // Reads the count from the first page, because the 404 for a missing page has none.
  const first = useQuery({ ...queryOf(1), enabled: isGone, staleTime: 0 });
  const isFirstNew = first.dataUpdatedAt >= list.errorUpdatedAt && !first.isPlaceholderData;
  const hasFirstFailed = isGone && first.isError && !first.isFetching;

  let last: number | undefined;
  if (isGone && isFirstNew && first.data) last = Math.min(lastPageOf(first.data.count), page - 1);
  else if (hasFirstFailed && isNotFound(first.error)) last = 1;
  else if (!isGone && known?.rows.length === 0) last = lastPageOf(known.count);
  useStepBack(page, last, goTo);

  usePrefetch(queryOf(page + 1), known !== undefined && page * limits.pageSize < known.count);

  const failing = isGone ? first : list;
  return {
    page,
    rows: list.data?.rows,
    count: list.data?.count ?? 0,
    isMinimum: list.data?.isMinimum,
    /**
     * Whether the rows belong to the requested page. Otherwise, the previous rows are shown until the
     * requested rows arrive.
     */
    isCurrent: known !== undefined && !isGone,
    error: isGone ? (hasFirstFailed && last === undefined ? first.error : null) : list.error,
    retry: () => void failing.refetch(),
    isRetrying: failing.isFetching,
  };
}

function usePrefetch<Row, Key extends QueryKey>(
  query: UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, Key>,
  isWanted: boolean,
) {
  const client = useQueryClient();
  const prefetch = useEffectEvent(() => void client.prefetchQuery(query));
  const key = hashKey(query.queryKey);
  useEffect(() => {
    if (isWanted) return whenIdle(() => prefetch());
  }, [isWanted, key]);
}

function isNotFound(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}
