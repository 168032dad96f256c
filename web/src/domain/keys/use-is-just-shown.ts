import { useLayoutEffect, useRef } from 'react';

/**
 * For this many milliseconds, a new case can't be decided or skipped. A second key press in this time was
 * meant for the previous case.
 */
const doublePress = 300;

/** Returns a function that reports whether the case appeared only a moment ago, or is not painted yet. */
export function useIsJustShown(shown: string | undefined): () => boolean {
  const since = useRef(0);
  useLayoutEffect(() => {
    if (shown === undefined) return;
    since.current = Number.POSITIVE_INFINITY;
    // The second animation frame begins after the first frame was painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        since.current = performance.now();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  return () => performance.now() - since.current < doublePress;
}
