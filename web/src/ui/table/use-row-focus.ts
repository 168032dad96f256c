import { type FocusEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

type Id = string | number;

/** The last focus in the list: a row, its position over all pages, and which of its controls. */
interface Place {
  id: Id | undefined;
  index: number;
  control: number;
}

const controlsOf = (row: Element | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled)') ??
    []),
];

/** Whether nothing has the focus because the focused element is gone. */
const isLost = () =>
  [null, document.body, document.querySelector('main')].includes(
    document.activeElement as HTMLElement | null,
  );
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;

/**
 * Keeps the user's position in a table. Moves the focus if the focused row disappears, or a dialog closes
 * whose opener is gone. Focuses the row itself, else the row that took its position, else the last row before
 * it. `offset` counts the rows on earlier pages.
 */
export function useRowFocus(ids: readonly Id[], dialogOf: Id | true | undefined, offset: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const place = useRef<Place>(undefined);
  const isOpen = useRef(false);

  /** Whether the focused element now shows another row. */
  const isTakenOver = (id: Id | undefined) => {
    const row = [...(body.current?.rows ?? [])].findIndex((one) => one.matches(':focus-within'));
    return row >= 0 && id !== undefined && String(ids[row]) !== String(id);
  };
  const restore = useEffectEvent(() => {
    const known = place.current;
    if (dialogOf !== undefined || !(isLost() || isTakenOver(known?.id))) return;
    // A dialog can close before the first rows are loaded. The focus then goes to them.
    if (ids.length === 0) place.current ??= { id: undefined, index: offset, control: -1 };
    const own = ids.findIndex((id) => String(id) === String(known?.id));
    const index = own < 0 ? Math.min((known?.index ?? 0) - offset, ids.length - 1) : own;
    const row = body.current?.rows[Math.max(0, index)];
    const target =
      controlsOf(row)[known?.control ?? -1] ??
      row?.querySelector<HTMLElement>('[data-card="actions"] button') ??
      controlsOf(row)[0] ??
      document.querySelector('main');
    target?.focus();
  });
  const remember = useEffectEvent((id: Id) => {
    if (String(place.current?.id) === String(id)) return;
    const index = ids.findIndex((one) => String(one) === String(id));
    place.current = { id, index: offset + Math.max(0, index), control: -1 };
  });

  // The focused row may be missing from the new rows.
  const key = ids.join(' ');
  useLayoutEffect(() => {
    if (key !== undefined && place.current) restore();
  }, [key]);

  useLayoutEffect(() => {
    isOpen.current = dialogOf !== undefined;
    if (dialogOf === undefined) return;
    if (dialogOf !== true) remember(dialogOf);
    // The dialog returns the focus itself, a frame after it closed, if its opener still exists.
    return () => {
      requestAnimationFrame(() => requestAnimationFrame(() => restore()));
    };
  }, [dialogOf]);

  return {
    ref: body,
    onFocus: ({ target }: FocusEvent) => {
      const row = target.closest('tr');
      const index = row ? [...(body.current?.rows ?? [])].indexOf(row) : -1;
      if (!row || index < 0) return;
      const control = controlsOf(row).indexOf(target as HTMLElement);
      place.current = { id: ids[index], index: offset + index, control };
    },
    // If the user moved the focus out of the table, it is not moved back.
    onBlur: ({ relatedTarget, target }: FocusEvent) => {
      if (isOpen.current || isInDialog(relatedTarget) || !document.hasFocus()) return;
      if (target.isConnected && !body.current?.contains(relatedTarget)) place.current = undefined;
    },
  };
}
