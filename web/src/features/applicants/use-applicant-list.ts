import { limits } from '@doorstep/contract/limits';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIdlePreload } from '../../lib/use-idle-preload.ts';
import { applicantListQuery, type ListPage, type ListWanted } from './applicant-queries.ts';
import { dropAssigned } from './drop-assigned.ts';

/** The page that is wanted, the one after it on its way, and with Not Assigned pages 1 to 3 beside it. */
export function useApplicantList(wanted: ListWanted) {
  const list = useQuery(applicantListQuery(wanted));
  const count = list.isPlaceholderData ? undefined : list.data?.count;
  const isFiltered = wanted.assigned !== undefined;
  const firstPages = useFirstPages(wanted, isFiltered ? count : undefined);
  usePrefetchedNextPage(wanted, count);

  if (!list.data || !isFiltered || list.isPlaceholderData) {
    return { list, shown: list.data && { ...list.data, total: list.data.count } };
  }
  const loaded = new Map(firstPages).set(wanted.page, list.data);
  return { list, shown: dropAssigned(loaded, wanted.page) };
}

/** Pages 1 to 3 as far as they exist and are here. */
function useFirstPages(wanted: ListWanted, count = 0): [number, ListPage][] {
  const last = Math.min(limits.notAssignedPages, Math.ceil(count / limits.pageSize));
  return useQueries({
    queries: Array.from({ length: last }, (_, index) =>
      applicantListQuery({ ...wanted, page: index + 1 }),
    ),
    combine: (answers) =>
      answers.flatMap(({ data, isPlaceholderData }, index): [number, ListPage][] =>
        data && !isPlaceholderData ? [[index + 1, data]] : [],
      ),
  });
}

/** Fetches the page after this one, so that turning to it shows it at once. */
function usePrefetchedNextPage({ page, search, assigned }: ListWanted, count: number | undefined) {
  const client = useQueryClient();
  const hasNext = count !== undefined && page * limits.pageSize < count;
  const prefetch = useCallback(() => {
    if (hasNext)
      void client.prefetchQuery(applicantListQuery({ page: page + 1, search, assigned }));
  }, [client, hasNext, page, search, assigned]);
  useIdlePreload(prefetch);
}
