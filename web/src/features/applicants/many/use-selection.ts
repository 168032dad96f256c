import { useState } from 'react';

type Id = string | number;

interface Selected {
  /** A key of the list's search and filters. If the key changes, the selection is cleared. */
  of: string;
  ids: ReadonlySet<Id>;
  isAll: boolean;
  /** The row that was toggled last. A click with Shift selects the range from this row. */
  anchor: Id | undefined;
}

const nothing = (of: string): Selected => ({
  of,
  ids: new Set(),
  isAll: false,
  anchor: undefined,
});

/**
 * Stores the selection of a list, across its pages. `of` is the key of the list, and `shown` contains the
 * ids on this page.
 */
export function useSelection(of: string, shown: readonly Id[], total: number) {
  const [state, setState] = useState(() => nothing(of));
  // Cleared in the state too, so that the old selection doesn't come back with the old search or filter.
  if (state.of !== of) setState(nothing(of));
  const { ids, isAll, anchor } = state.of === of ? state : nothing(of);
  const has = (id: Id) => isAll || ids.has(id);
  const isPage = shown.length > 0 && shown.every(has);

  /** Selects or unselects rows. If all pages were selected, the rows of the other pages are unselected. */
  function set(those: readonly Id[], isOn: boolean, from?: Id) {
    const next = new Set(isAll ? shown : ids);
    for (const id of those) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    setState({ of, ids: next, isAll: false, anchor: from });
  }

  return {
    ids,
    isAll,
    count: isAll ? total : ids.size,
    total,
    has,
    isPage,
    isSome: shown.some(has),
    /**
     * Toggles a row. With `isRange`, the rows between it and the row toggled last get the same state, if that
     * row is on this page.
     */
    toggle(id: Id, isRange: boolean) {
      const [a, b] = [shown.indexOf(id), anchor === undefined ? -1 : shown.indexOf(anchor)];
      const range = isRange && b >= 0 ? shown.slice(Math.min(a, b), Math.max(a, b) + 1) : [id];
      set(range, !has(id), id);
    },
    togglePage: () => set(shown, !isPage),
    selectAll: () => setState({ ...nothing(of), isAll: true }),
    clear: () => setState((now) => nothing(now.of)),
  };
}

export type Selection = ReturnType<typeof useSelection>;
