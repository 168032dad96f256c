import { useCallback, useSyncExternalStore } from 'react';

/**
 * Returns how many of the `seconds` after `since` are left, and updates each second. Returns 0 if `since` is
 * undefined. If `since` is in the future, because it comes from another clock, all seconds are left.
 */
export function useSecondsLeft(since: number | undefined, seconds: number): number {
  const tick = useCallback(
    (changed: () => void) => {
      const timer = since === undefined ? undefined : setInterval(changed, 1_000);
      return () => clearInterval(timer);
    },
    [since],
  );
  return useSyncExternalStore(tick, () => {
    if (since === undefined) return 0;
    const gone = Math.max(0, Date.now() - since) / 1_000;
    return Math.max(0, Math.ceil(seconds - gone));
  });
}
