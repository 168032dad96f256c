import { type RefObject, useEffect, useState } from 'react';

interface Drag {
  id: number;
  pointer: number;
  order: readonly number[];
}

/**
 * Lets the user drag rows of a list up and down. Each row must have its id in `data-stop`, and must be shown
 * at the position that `placeOf` returns. Escape cancels the drag. Other fingers do not affect the drag.
 */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  ids: readonly number[],
  onDrop: (id: number, to: number) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  useEffect(() => {
    if (!drag) return undefined;
    const { id, order, pointer } = drag;
    const at = order.indexOf(id);
    const rowOf = (one: number | undefined) => list.current?.querySelector(`[data-stop="${one}"]`);
    const middleOf = (one: number | undefined) => {
      const box = rowOf(one)?.getBoundingClientRect();
      return box && box.top + box.height / 2;
    };
    rowOf(id)?.scrollIntoView({ block: 'nearest' });
    const follow = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      const [above, below] = [middleOf(order[at - 1]), middleOf(order[at + 1])];
      const step =
        above !== undefined && event.clientY < above
          ? -1
          : below !== undefined && event.clientY > below
            ? 1
            : 0;
      if (step !== 0)
        setDrag({ ...drag, order: order.toSpliced(at, 1).toSpliced(at + step, 0, id) });
    };
    const drop = (event: PointerEvent) => {
      if (event.pointerId !== pointer) return;
      setDrag(undefined);
      onDrop(id, at);
    };
    const cancel = (event: PointerEvent) => {
      if (event.pointerId === pointer) setDrag(undefined);
    };
    const cancelByKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setDrag(undefined);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('pointermove', follow, { signal });
    window.addEventListener('pointerup', drop, { signal });
    window.addEventListener('pointercancel', cancel, { signal });
    window.addEventListener('keydown', cancelByKey, { signal });
    return () => listening.abort();
  });
  return {
    id: drag?.id,
    placeOf: (id: number) => drag?.order.indexOf(id),
    start: (id: number, event: PointerEvent) => {
      // Ignores the right mouse button, which opens a menu, and a second finger.
      if (event.button !== 0 || drag) return;
      event.preventDefault();
      setDrag({ id, pointer: event.pointerId, order: ids });
    },
  };
}
