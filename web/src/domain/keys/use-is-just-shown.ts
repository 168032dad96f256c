import { useLayoutEffect, useRef } from 'react';

/** Milliseconds in which a new case can't be decided or skipped, because a second key press was meant for the one before. */
const doublePress = 300;

/** Whether the shown case or its record appeared only a moment ago, or is not painted yet. */
export function useIsJustShown(shown: string | undefined): () => boolean {
  const since = useRef(0);
  useLayoutEffect(() => {
    if (shown === undefined) return;
    since.current = Number.POSITIVE_INFINITY;
    // The second frame begins after the first one was painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        since.current = performance.now();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  return () => performance.now() - since.current < doublePress;
}
