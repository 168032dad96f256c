import { limits } from '@doorstep/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDialogHistory } from '../../lib/address/use-dialog-history.ts';
import { lastPageOf, useStepBack } from '../../lib/list/use-paged-list.ts';
import { useSearchInput } from '../../lib/list/use-search-input.ts';
import { findUsers, type UserKind } from './read-user.ts';
import { userListQuery } from './user-queries.ts';

/** The search parameters of the address that open a dialog. */
export interface Dialog {
  view?: string;
  reset?: string;
  edit?: string;
  delete?: string;
  register?: true;
}

export interface Address extends Dialog {
  page?: number;
  search?: string;
}

type GoOptions = { replace?: true; state?: true | ReturnType<typeof useDialogHistory>['deeper'] };

export function useUsersPage(
  kind: UserKind,
  address: Address,
  go: (to: Address | ((old: Address) => Address), options?: GoOptions) => void,
) {
  const { page: wanted = 1, search, view, reset, edit, delete: deleted, register } = address;
  const { deeper, leave } = useDialogHistory();
  // Changes the current address (`old`), because a dialog may have opened since the user typed.
  const box = useSearchInput(search, (next) =>
    go((old) => ({ ...old, search: next, page: undefined }), { replace: true }),
  );
  const list = useQuery(userListQuery(kind));
  const found = useMemo(() => list.data && findUsers(list.data, search), [list.data, search]);

  const last = found && lastPageOf(found.length);
  const pageIn = (next: number) => (next === 1 ? undefined : next);
  useStepBack(wanted, last, (next) =>
    go({ ...address, page: pageIn(next) }, { replace: true, state: true }),
  );
  const page = Math.min(wanted, last ?? wanted);
  const start = (page - 1) * limits.pageSize;
  const place = { page: pageIn(page), search };

  return {
    list: {
      page,
      rows: found?.slice(start, start + limits.pageSize),
      count: found?.length ?? 0,
      isCurrent: true,
      error: list.error,
      retry: () => void list.refetch(),
      isRetrying: list.isFetching,
    },
    hasAny: Boolean(list.data?.length),
    box,
    search,
    page,
    found,
    turnTo: (next: number) => go({ search, page: pageIn(next) }),
    open: (dialog: Dialog) => go({ ...place, ...dialog }, { state: deeper }),
    close: () => leave(() => go(place, { replace: true })),
    dialogOf: view ?? reset ?? edit ?? deleted ?? register,
    clear: () => go({}),
  };
}

export type UsersOnPage = ReturnType<typeof useUsersPage>;
