import { useLayoutEffect, useRef } from 'react';

/** Milliseconds in which a case that has just come can't be decided or skipped: the second press of a key was meant for the one before. */
const doublePress = 300;

/** Whether what is on the screen, a case or its record, came only a moment ago, or is not yet painted. */
export function useJustCome(shown: string | undefined): () => boolean {
  const since = useRef(0);
  useLayoutEffect(() => {
    if (shown === undefined) return;
    since.current = Number.POSITIVE_INFINITY;
    // The second frame begins when the first one has been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        since.current = performance.now();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [shown]);
  return () => performance.now() - since.current < doublePress;
}
