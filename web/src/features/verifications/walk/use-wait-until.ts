import { useEffect, useRef } from 'react';

/** Returns a function that waits until `isSo` is true or the component is unmounted. */
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
