import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether a record that is shown was changed by somebody else meanwhile. */
export function useIsOutdated(queryKey: QueryKey): boolean {
  const client = useQueryClient();
  return useSyncExternalStore(
    (onChange) => client.getQueryCache().subscribe(onChange),
    () => {
      const state = client.getQueryState(queryKey);
      return (
        state?.isInvalidated === true && state.fetchStatus === 'idle' && state.data !== undefined
      );
    },
  );
}
