import { useLayoutEffect, useRef } from 'react';

/**
 * The time in milliseconds for which a new case can't be decided or skipped. A key press so soon was meant
 * for the previous case.
 */
const doublePress = 300;

/** The returned function reports whether the case was painted less than `doublePress` ago, or not yet. */
export function useIsJustShown(shown: string | undefined): () => boolean {
  const since = useRef(0);
  useLayoutEffect(() => {
    if (shown === undefined) return;
    since.current = Number.POSITIVE_INFINITY;
    // Waits for the second animation frame, because the case is painted before it begins.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        since.current = performance.now();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  return () => performance.now() - since.current < doublePress;
}
