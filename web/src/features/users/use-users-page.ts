import { limits } from '@doorstep/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchInput } from '../../lib/use-search-input.ts';
import { findUsers, type UserKind } from './read-user.ts';
import { userListQuery } from './user-queries.ts';

/** Which dialog is open, as the address has it. */
export interface Dialog {
  view?: string;
  reset?: string;
  edit?: string;
  delete?: string;
  register?: true;
}

/** The whole query of the address of a page of users. */
export interface Address extends Dialog {
  page?: number;
  search?: string;
}

/** What a page of users shows, by its address: the whole list is searched and paged here. */
export function useUsersPage(
  kind: UserKind,
  { page: wanted = 1, search }: Address,
  go: (to: Address, options?: { replace: boolean }) => void,
) {
  const box = useSearchInput(search, (next) => go({ search: next }, { replace: true }));
  const list = useQuery(userListQuery(kind));
  const found = useMemo(() => list.data && findUsers(list.data, search), [list.data, search]);

  const pageCount = Math.max(1, Math.ceil((found?.length ?? 0) / limits.pageSize));
  // A list that became shorter, or an old link: its last page is the nearest to what was meant.
  const page = found ? Math.min(wanted, pageCount) : wanted;
  const start = (page - 1) * limits.pageSize;
  const place = { page: page === 1 ? undefined : page, search };

  return {
    list,
    box,
    search,
    page,
    found,
    rows: found?.slice(start, start + limits.pageSize),
    turnTo: (next: number) => go({ search, page: next === 1 ? undefined : next }),
    open: (dialog: Dialog) => go({ ...place, ...dialog }),
    close: () => go(place),
    clear: () => {
      box.clear();
      go({});
    },
  };
}

export type UsersOnPage = ReturnType<typeof useUsersPage>;
