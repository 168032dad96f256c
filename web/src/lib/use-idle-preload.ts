import { useEffect } from 'react';

/** Calls once nothing else is going on, or after five seconds. Answers how to take it back. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}

/** Loads code or data while nothing else is going on, so that its first use need not wait for it. Loads again when `load` is another function. */
export function useIdlePreload(load: () => unknown): void {
  useEffect(() => whenIdle(() => void load()), [load]);
}
