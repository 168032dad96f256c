import { type FocusEvent, useEffectEvent, useLayoutEffect, useRef } from 'react';

type Id = string | number;

/** Where in the list the focus was last: a row, its place over all pages, and which of its controls. */
interface Place {
  id: Id | undefined;
  index: number;
  control: number;
}

const controlsOf = (row: Element | undefined) => [
  ...(row?.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), input:not(:disabled)') ??
    []),
];

/** Whether nothing in particular has the focus, because what had it is gone. */
const isLost = () =>
  [null, document.body, document.querySelector('main')].includes(
    document.activeElement as HTMLElement | null,
  );
const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role=dialog], [role=alertdialog]') !== null;

/**
 * Keeps a person's place in a table. When the row that had the focus leaves, or a dialog closes whose opener is gone,
 * the focus goes to the row's place: the row itself, else the one that took its place, else the last one before it.
 * `offset` counts the rows on the pages before this one.
 */
export function useRowFocus(ids: readonly Id[], dialogOf: Id | true | undefined, offset: number) {
  const body = useRef<HTMLTableSectionElement>(null);
  const place = useRef<Place>(undefined);
  const isOpen = useRef(false);

  /** Whether the focus stayed in an element that now shows another row. */
  const isTakenOver = (id: Id | undefined) => {
    const row = [...(body.current?.rows ?? [])].findIndex((one) => one.matches(':focus-within'));
    return row >= 0 && id !== undefined && String(ids[row]) !== String(id);
  };
  const restore = useEffectEvent(() => {
    const known = place.current;
    if (dialogOf !== undefined || !(isLost() || isTakenOver(known?.id))) return;
    // A dialog can close before the first rows came: the focus then goes to them.
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

  // With the rows that came, the one that had the focus may have left.
  const key = ids.join(' ');
  useLayoutEffect(() => {
    if (key !== undefined && place.current) restore();
  }, [key]);

  useLayoutEffect(() => {
    isOpen.current = dialogOf !== undefined;
    if (dialogOf === undefined) return;
    if (dialogOf !== true) remember(dialogOf);
    // The dialog itself gives the focus back, a frame after it closed, where that is still there.
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
    // Who left the table by their own will is not called back to it.
    onBlur: ({ relatedTarget, target }: FocusEvent) => {
      if (isOpen.current || isInDialog(relatedTarget) || !document.hasFocus()) return;
      if (target.isConnected && !body.current?.contains(relatedTarget)) place.current = undefined;
    },
  };
}
