import { type FocusEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

type Id = string | number;

/**
 * The place in the list that had the focus last. `index` is the position of the row over all pages, and
 * `control` the index of the control in the row.
 */
interface Place {
  id: Id | undefined;
  index: number;
  control: number;
}

const controlsOf = (row: Element | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled)') ??
    []),
];

/** Whether no control has the focus, as after the focused element was removed. */
const isLost = () =>
  [null, document.body, document.querySelector('main')].includes(
    document.activeElement as HTMLElement | null,
  );
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;

/**
 * Restores the focus in a table if the focused row disappears, or if a dialog closes after the element that
 * opened the dialog has disappeared. Focuses the same row if this row still exists. If not, focuses the row
 * at the same position, or else the last row. `offset` is the number of rows on earlier pages.
 */
export function useRowFocus(ids: readonly Id[], dialogOf: Id | true | undefined, offset: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const place = useRef<Place>(undefined);
  const isOpen = useRef(false);

  /** Whether the focused row element now shows another record. */
  const isTakenOver = (id: Id | undefined) => {
    const row = [...(body.current?.rows ?? [])].findIndex((one) => one.matches(':focus-within'));
    return row >= 0 && id !== undefined && String(ids[row]) !== String(id);
  };
  const restore = useEffectEvent(() => {
    const known = place.current;
    if (dialogOf !== undefined || !(isLost() || isTakenOver(known?.id))) return;
    // A dialog can close before the first rows are loaded. The first row then gets the focus later.
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
    // One frame after closing, the dialog returns the focus to the element that opened it, if that element
    // still exists. This code therefore waits for two frames.
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
    // Forgets the place if the user moves the focus out of the table, so that the focus is not moved back.
    onBlur: ({ relatedTarget, target }: FocusEvent) => {
      if (isOpen.current || isInDialog(relatedTarget) || !document.hasFocus()) return;
      if (target.isConnected && !body.current?.contains(relatedTarget)) place.current = undefined;
    },
  };
}
