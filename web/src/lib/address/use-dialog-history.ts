import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The number of dialogs opened since the page behind them. */
    dialogs?: number;
  }
}

/**
 * Opens and closes dialogs that have an address. Closing a dialog that was opened in the app goes back in the history. A
 * dialog opened by a link closes in place, because the history entry before it may be another site.
 */
export function useDialogHistory() {
  const router = useRouter();
  const left = useRef<unknown>(undefined);
  return {
    /** The state to open a dialog with. */
    deeper: ({ dialogs = 0 }: { dialogs?: number }) => ({ dialogs: dialogs + 1 }),
    /** Closes every open dialog. `inPlace` replaces the address by the page's own. */
    leave: (inPlace: () => unknown) => {
      const { state } = router.history.location;
      // Going back takes a moment, in which a second Escape must not go back further.
      if (left.current === state) return;
      left.current = state;
      // The caller has already asked whether to discard unsaved changes.
      if (state.dialogs) router.history.go(-state.dialogs, { ignoreBlocker: true });
      else inPlace();
    },
  };
}
