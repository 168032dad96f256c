import { useEffect } from 'react';

/** Loads code or data while nothing else is going on, so that its first use need not wait for it. Loads again when `load` is another function. */
export function useIdlePreload(load: () => unknown): void {
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, 1_000);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => void load(), { timeout: 5_000 });
    return () => cancelIdleCallback(handle);
  }, [load]);
}
