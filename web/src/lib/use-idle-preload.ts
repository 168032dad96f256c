import { useEffect } from 'react';

/** Calls `act` when the browser is idle, or after five seconds. Returns a function that cancels the call. */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(act, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}

export function useIdlePreload(load: () => unknown): void {
  useEffect(() => whenIdle(() => void load()), [load]);
}
