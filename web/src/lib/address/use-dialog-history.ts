import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of history entries back to the page behind the open dialogs. */
    dialogs?: number;
  }
}

/**
 * Opens and closes dialogs that have an address. Closing a dialog that was opened in the app goes back in
 * the history. Closing a dialog that a link opened replaces the address, because the previous history entry
 * may be another site.
 */
export function useDialogHistory() {
  const router = useRouter();
  const left = useRef<unknown>(undefined);
  return {
    deeper: ({ dialogs = 0 }: { dialogs?: number }) => ({ dialogs: dialogs + 1 }),
    /** Closes all open dialogs. `inPlace` replaces the address with the page's own address. */
    leave: (inPlace: () => unknown) => {
      const { state } = router.history.location;
      // Going back takes a moment. A second Escape in this time must not go back further.
      if (left.current === state) return;
      left.current = state;
      // Ignores the blocker, because the caller has already asked whether to discard unsaved changes.
      if (state.dialogs) router.history.go(-state.dialogs, { ignoreBlocker: true });
      else inPlace();
    },
  };
}
