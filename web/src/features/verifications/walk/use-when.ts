import { useEffect, useRef } from 'react';

/** A wait until something is so on the screen, or until nobody looks any more. */
export function useWhen(isSo: boolean): () => Promise<void> {
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
