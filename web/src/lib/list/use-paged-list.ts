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
  /** Over all pages. */
  count: number;
  /** Whether there are more than `count`, which then are not paged. */
  isMinimum?: boolean | undefined;
}

/** The last page of so many rows; an empty list has one page too. */
export function lastPageOf(count: number): number {
  return Math.max(1, Math.ceil(count / limits.pageSize));
}

/** Goes to the last page where the one asked for is past it. `last` is undefined while nobody knows. */
export function useStepBack(page: number, last: number | undefined, goTo: (page: number) => void) {
  const step = useEffectEvent(goTo);
  useEffect(() => {
    if (last !== undefined && page > last) step(last);
  }, [page, last]);
}

/**
 * One page of a list that the backend pages, and the next one on its way. A page that is no more, because the list became
 * shorter or a link is old, leads to the last there is: `goTo` puts its number in the place of the other.
 */
export function usePagedList<Row, Key extends QueryKey>(
  queryOf: (page: number) => UseQueryOptions<ListPage<Row>, Error, ListPage<Row>, Key>,
  page: number,
  goTo: (page: number) => void,
) {
  const list = useQuery(queryOf(page));
  const known = list.isPlaceholderData ? undefined : list.data;
  const isGone = page > 1 && isNotFound(list.error);
  // The answer to a page that is not there does not say how many there are; that to the first one does.
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
    /** Whether the rows are those that were asked for; else they only stand until those come. */
    isCurrent: known !== undefined && !isGone,
    error: isGone ? (hasFirstFailed && last === undefined ? first.error : null) : list.error,
    retry: () => void failing.refetch(),
    isRetrying: failing.isFetching,
  };
}

/** Fetches what will probably be asked for next while nothing else is going on. */
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
