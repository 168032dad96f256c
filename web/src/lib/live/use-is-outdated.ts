import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export function useIsOutdated(queryKey: QueryKey): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => {
      const state = client.getQueryState(queryKey);
      if (state?.isInvalidated !== true || state.data === undefined) return false;
      // A failed refetch also marks the query as invalidated, although no record has changed.
      return state.fetchStatus === 'idle' && state.status !== 'error';
    },
  );
}
