import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether a record that is shown was changed by somebody else meanwhile. */
export function useIsOutdated(queryKey: QueryKey): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => {
      const state = client.getQueryState(queryKey);
      if (state?.isInvalidated !== true || state.data === undefined) return false;
      // A refetch that failed marks it too, though nobody changed anything.
      return state.fetchStatus === 'idle' && state.status !== 'error';
    },
  );
}
