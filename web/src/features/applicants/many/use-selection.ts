import { useState } from 'react';

type Id = string | number;

interface Selected {
  /** The list that the selection belongs to. Another search or filter starts again. */
  of: string;
  ids: ReadonlySet<Id>;
  isAll: boolean;
  /** The start of a range. */
  anchor: Id | undefined;
}

const nothing = (of: string): Selected => ({
  of,
  ids: new Set(),
  isAll: false,
  anchor: undefined,
});

/** Returns the selected rows of a list over its pages, or all its matches. `shown` are the ids on this page. */
export function useSelection(of: string, shown: readonly Id[], total: number) {
  const [state, setState] = useState(() => nothing(of));
  // Cleared, so that the selection does not return with the list.
  if (state.of !== of) setState(nothing(of));
  const { ids, isAll, anchor } = state.of === of ? state : nothing(of);
  const has = (id: Id) => isAll || ids.has(id);
  const isPage = shown.length > 0 && shown.every(has);

  /** Selects or unselects rows. After "all matches", only this page stays selected. */
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
    /** With `isRange`, all rows from the one selected last. */
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
