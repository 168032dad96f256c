import { useEffect, useRef } from 'react';

/** Returns a function that waits until `isSo` is true on the screen, or the component is gone. */
export function useWaitUntil(isSo: boolean): () => Promise<void> {
  const wait = useRef(Promise.resolve());
  useEffect(() => {
    if (isSo) return;
    let end = () => {};
    wait.current = new Promise((resolve) => {
      end = resolve;
    });
    return () => end();
  }, [isSo]);
  return () => wait.current;
}
