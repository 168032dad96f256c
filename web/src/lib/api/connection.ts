import { useSyncExternalStore } from 'react';

// Doesn't use TanStack Query's `onlineManager`, because the sign-in page would then load the whole library.
let isAnswering = true;
const listeners = new Set<(isAnswering: boolean) => void>();

function note(now: boolean): void {
  if (now === isAnswering) return;
  isAnswering = now;
  for (const listener of listeners) listener(now);
}

window.addEventListener('online', () => note(true));
window.addEventListener('offline', () => note(false));

/** Call this when the server has answered. Queries that failed without an answer are then fetched again. */
export const noteAnswer = (): void => note(true);

/** Call this when no answer came, even if the browser reports a working network. */
export const noteNoAnswer = (): void => note(false);

export function onConnectionChange(listener: (isAnswering: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const onReconnect = (act: () => void): (() => void) =>
  onConnectionChange((now) => {
    if (now) act();
  });

/** Whether the server seems reachable. If so, an earlier message that no answer came is outdated. */
export const useIsAnswering = (): boolean =>
  useSyncExternalStore(onConnectionChange, () => isAnswering);
