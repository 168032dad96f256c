import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many dialogs were opened, one from another, since the page behind them. */
    dialogs?: number;
  }
}

/**
 * The way in and out of dialogs that have an address. One opened in the app is a step of the history, and closing it
 * goes back; one that was reached by a link is closed in place, since what lies before it may be another site.
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
      // Whoever calls this has asked already whether what was typed may be lost.
      if (state.dialogs) router.history.go(-state.dialogs, { ignoreBlocker: true });
      else inPlace();
    },
  };
}
